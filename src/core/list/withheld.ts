import { type Sql, sql } from '../../db/sql.ts';
import type { Permission } from '../access/permission.ts';
import { parameterFault } from '../fault.ts';
import type { ListDefinition } from './list.ts';

/** What of a column is shown without the permission. */
interface Partly {
  readonly needs: Permission;
  readonly otherwise: Sql;
}

/** Columns of a list, and filters, that need a permission beyond that of the list. Without it a column is null, or `otherwise`. */
export type Needs = Readonly<Record<string, Permission | Partly>>;

const permissionOf = (need: Permission | Partly): Permission => (typeof need === 'string' ? need : need.needs);

interface Request {
  readonly permissions: ReadonlySet<Permission>;
  readonly input: object;
}

/** By list and missing columns, since the engine keeps the parts of a list by its identity. */
const variants = new WeakMap<object, Map<string, ListDefinition>>();

/**
 * The list as a caller may read it: columns that it lacks a permission for are null, and its filters look into no others.
 * @throws Fault of kind `forbidden` for a filter or a sort by such a column, which would tell what is in it
 */
export function readableBy<L extends ListDefinition>(list: L, needs: Needs, request: Request): L {
  return withFilters(withColumns(list, needs, request), request);
}

function withColumns<L extends ListDefinition>(list: L, needs: Needs, { permissions, input }: Request): L {
  const withheld = Object.entries(needs).filter(([, need]) => !permissions.has(permissionOf(need)));
  if (withheld.length === 0) return list;
  const given = input as Readonly<Record<string, unknown>>;
  const asked = withheld.find(([name]) => given[name] !== undefined || given.sort_field === name);
  if (asked !== undefined)
    throw parameterFault(
      'forbidden',
      asked[0],
      `needs the permission ${permissionOf(asked[1])} to filter or sort by it`,
    );
  return variantOf(list, Object.fromEntries(withheld)) as L;
}

function withFilters<L extends ListDefinition>(list: L, { permissions, input }: Request): L {
  const given = input as Readonly<Record<string, unknown>>;
  const own = Object.entries(list.filters).flatMap(([name, { forCaller }]) =>
    forCaller && given[name] !== undefined ? [[name, forCaller(permissions)] as const] : [],
  );
  return own.length === 0 ? list : { ...list, filters: { ...list.filters, ...Object.fromEntries(own) } };
}

function variantOf(list: ListDefinition, withheld: Needs): ListDefinition {
  const known = variants.get(list) ?? new Map<string, ListDefinition>();
  variants.set(list, known);
  const name = Object.keys(withheld).join();
  const variant = known.get(name) ?? { ...list, columns: without(list.columns, withheld) };
  known.set(name, variant);
  return variant;
}

function without(columns: ListDefinition['columns'], withheld: Needs): ListDefinition['columns'] {
  const entries = Object.entries(columns).map(([name, column]) => {
    const need = withheld[name];
    if (need === undefined) return [name, column] as const;
    const { schema } = column;
    return [name, { schema, from: typeof need === 'string' ? sql`NULL` : need.otherwise }] as const;
  });
  return Object.fromEntries(entries);
}

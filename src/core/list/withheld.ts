import { sql } from '../../db/sql.ts';
import { parameterFault } from '../fault.ts';
import type { Permission } from '../permission.ts';
import type { ListDefinition } from './list.ts';

/** Columns of a list, all nullable, and filters that need a permission beyond that of the list. */
export type Needs = Readonly<Record<string, Permission>>;

interface Request {
  readonly permissions: ReadonlySet<Permission>;
  readonly input: object;
}

/** By list and missing columns, since the engine keeps the parts of a list by its identity. */
const variants = new WeakMap<object, Map<string, ListDefinition>>();

/**
 * The list as a caller may read it: columns that it lacks a permission for are null.
 * @throws Fault of kind `forbidden` for a filter or a sort by such a column, which would tell what is in it
 */
export function readableBy<L extends ListDefinition>(list: L, needs: Needs, { permissions, input }: Request): L {
  const withheld = Object.keys(needs).filter((name) => !permissions.has(needs[name] as Permission));
  if (withheld.length === 0) return list;
  const given = input as Readonly<Record<string, unknown>>;
  const asked = withheld.find((name) => given[name] !== undefined || given.sort_field === name);
  if (asked !== undefined)
    throw parameterFault('forbidden', asked, `${needs[asked]} is needed to filter or sort by it`);
  return variantOf(list, withheld) as L;
}

function variantOf(list: ListDefinition, withheld: readonly string[]): ListDefinition {
  const known = variants.get(list) ?? new Map<string, ListDefinition>();
  variants.set(list, known);
  const name = withheld.join();
  const variant = known.get(name) ?? { ...list, columns: without(list.columns, withheld) };
  known.set(name, variant);
  return variant;
}

function without(columns: ListDefinition['columns'], withheld: readonly string[]): ListDefinition['columns'] {
  const entries = Object.entries(columns).map(([name, { schema, from }]) => {
    return [name, { schema, from: withheld.includes(name) ? sql`NULL` : from }] as const;
  });
  return Object.fromEntries(entries);
}

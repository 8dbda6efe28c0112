import { z } from 'zod';
import { raw, type Sql, sql } from '../../db/sql.ts';
import { masked } from '../telephone/masked.ts';
import type { ForScope, Scope, ScopeColumns } from '../tenancy/scope.ts';
import * as wire from '../wire/index.ts';
import type { Filter } from './filters.ts';
import { storedRows } from './stored-rows.ts';

/** A field of a list's records: its kind, and the SQL that it is read from. */
export interface Column<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  readonly from: Sql | ForScope;
  /** What is read instead for a caller who sees telephone numbers masked. */
  readonly masked?: Sql | ForScope;
}

export function column<S extends z.ZodType>(schema: S, from: string | Sql | ForScope): Column<S> {
  return { schema: wire.asStored(schema), from: typeof from === 'string' ? raw(from) : from };
}

type ReadMasked = (from: Sql) => Sql | ForScope;

/** A column with telephone numbers of people who are not of the staff: an ISP can mask them. */
export function telephone<S extends z.ZodType>(schema: S, from: string | Sql, read: ReadMasked = masked): Column<S> {
  const whole = typeof from === 'string' ? raw(from) : from;
  return { ...column(schema, whole), masked: read(whole) };
}

export type Columns = Record<string, Column>;
export type Filters = Record<string, Filter>;

export interface ListTable<C extends Columns> {
  /** FROM clause: the base table, then LEFT JOINs on unique keys (PostgreSQL removes such joins if unused). */
  readonly from: string | ForScope;
  /** A unique column of the base table, or columns that are unique together; the last sort key of every order. */
  readonly key: string | readonly [string, ...string[]];
  readonly scope: ScopeColumns;
  /** A condition on every row of the list (only open sessions, only pending leads). */
  readonly only?: Sql;
  readonly columns: C;
}

/** A sort by a column of a joined table. */
export interface JoinedSort {
  readonly by: Sql;
  /** True for every joined row: allows a plan that reads the joined table's index in order instead of sorting all rows. */
  readonly joined: Sql;
}

/** The documented paging parameters. Each list declares which of them it takes. */
function pagingShape() {
  return {
    rows_limit: wire.wholeNumber(1, 100).default(10),
    rows_offset: wire.wholeNumber(0, 2_147_483_647).default(0),
    show_count: wire.flag01().default(false),
  };
}

type PagingShape = ReturnType<typeof pagingShape>;
export type PagingParameter = keyof PagingShape;
export const PAGED = ['rows_limit', 'rows_offset', 'show_count'] as const;

export type Direction = 'asc' | 'desc';

export interface ListDefinition<
  C extends Columns = Columns,
  F extends Filters = Filters,
  P extends PagingParameter = PagingParameter,
  O extends string = string,
> extends ListTable<C> {
  readonly filters: F;
  /** Documented paging parameters. A list without `rows_limit` returns every row. */
  readonly paging: readonly P[];
  /** Documented sort fields and what they sort by; absent if the contract documents none. */
  readonly sort?: Record<O, string | Sql | JoinedSort>;
  readonly defaultSort?: NoInfer<O>;
  /**
   * For a long list whose rows all have an ISP and whose sorts all have an index of `(isp, sort, key)`: those that have an
   * index across ISPs as well.
   */
  readonly sortedAcrossIsps?: readonly NoInfer<O>[];
  /** What has happened, and never changes: it may be read from a standby. */
  readonly isHistory?: true;
  /** The order of a list without documented sorting. Default: by key, ascending. */
  readonly order?: { readonly by: string | Sql; readonly direction: Direction };
}

type OptionalShape<F extends Filters> = { [K in keyof F]: z.ZodOptional<F[K]['schema']> };
type RowShape<C extends Columns> = { [K in keyof C]: C[K]['schema'] };
type SortShape<O extends string> = {
  sort_field: z.ZodDefault<z.ZodType<O, O>>;
  sort_order: z.ZodDefault<z.ZodType<Direction, Direction>>;
};
type InputShape<F extends Filters, P extends PagingParameter, O extends string> = OptionalShape<F> &
  Pick<PagingShape, P> &
  ([O] extends [never] ? unknown : SortShape<O>);
type Output<R extends z.ZodType, P extends PagingParameter> = 'show_count' extends P
  ? z.ZodUnion<[z.ZodArray<R>, z.ZodNumber]>
  : z.ZodArray<R>;

function sortShape<O extends string>({ sort, defaultSort }: Pick<ListDefinition, 'sort' | 'defaultSort'>) {
  const fields = Object.keys(sort ?? {});
  if (fields.length === 0) return {};
  return {
    sort_field: wire.oneOf(fields as [O, ...O[]]).default((defaultSort ?? fields[0]) as never),
    sort_order: wire.oneOf(['asc', 'desc']).default('asc'),
  };
}

/** Derives the input schema, the record schema and the output schema of a list from its table. */
export function defineList<
  C extends Columns,
  F extends Filters,
  P extends PagingParameter,
  const O extends string = never,
>(definition: ListDefinition<C, F, P, O>) {
  const shape = {
    ...Object.fromEntries(Object.entries(definition.filters).map(([name, { schema }]) => [name, schema.optional()])),
    ...Object.fromEntries(Object.entries(pagingShape()).filter(([name]) => definition.paging.includes(name as P))),
    ...sortShape(definition),
  };
  const row = rowOf(definition.columns);
  const rows = storedRows(row);
  const counted = definition.paging.includes('show_count' as P);
  return {
    ...definition,
    row,
    input: z.strictObject(shape as unknown as InputShape<F, P, O>),
    output: (counted ? z.union([rows, wire.count()]) : rows) as unknown as Output<typeof row, P>,
  };
}

/** The schema of one record. */
export function rowOf<C extends Columns>(columns: C): z.ZodObject<RowShape<C>> {
  const shape = Object.fromEntries(Object.entries(columns).map(([name, { schema }]) => [name, schema]));
  return z.object(shape as RowShape<C>);
}

/**
 * The SELECT list of the columns, as the caller may see them.
 * @throws TypeError if a column depends on the caller and `scope` is missing
 */
export function selectList(columns: Columns, scope?: Scope): Sql {
  const items = Object.entries(columns).map(([name, { from: whole, masked: hidden }]) => {
    if (!scope && (hidden || typeof whole === 'function')) throw new TypeError(`column ${name} needs a scope`);
    const from = scope?.masksPhones && hidden ? hidden : whole;
    return sql`${typeof from === 'function' ? from(scope as Scope) : from} AS ${raw(name)}`;
  });
  return items.reduce((left, right) => sql`${left}, ${right}`);
}

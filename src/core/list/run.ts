import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { join, query, raw, type Sql, sql } from '../../db/sql.ts';
import { type Scope, scopeConditions } from '../scope.ts';
import { type Direction, type ListDefinition, selectList } from './list.ts';

/** From this offset on the page is found through the narrow index first, and only its rows are read whole. */
const DEEP_OFFSET = 100;

export interface ListCall {
  readonly scope: Scope;
  /** IANA name of the zone that calendar days are read in. */
  readonly zone: string;
}

interface Page {
  readonly rows_limit?: number;
  readonly rows_offset?: number;
  readonly show_count?: boolean;
  readonly sort_field?: string;
  readonly sort_order?: Direction;
}

/** What the engine needs of a list; the rest of its types matter only to callers. */
type Runnable = Pick<ListDefinition, 'from' | 'key' | 'scope' | 'columns' | 'filters' | 'sort' | 'order' | 'only'>;

/** Runs a list: exactly the rows that scope and filters leave, sorted, ties broken by key; or their number. */
export async function runList<O extends z.ZodType>(
  db: Pick<Database, 'pool'>,
  list: Runnable & { output: O },
  { scope, zone, input }: ListCall & { input: object },
): Promise<z.output<O>> {
  const statement = listStatement(list, { scope, zone, input });
  const rows = await query<Record<string, unknown>>(db.pool, statement);
  return ((input as Page).show_count ? rows[0]?.count : rows) as z.output<O>;
}

/** The first row of a list, or undefined where there is none. */
export async function firstOf<R extends z.ZodType>(
  db: Pick<Database, 'pool'>,
  list: Runnable & { row: R },
  call: ListCall & { input: object },
): Promise<z.output<R> | undefined> {
  const statement = listStatement(list, { ...call, input: { ...call.input, rows_limit: 1 } });
  const [row] = await query<Record<string, unknown>>(db.pool, statement);
  return row as z.output<R> | undefined;
}

/** The one SQL statement of a list request. */
export function listStatement(list: Runnable, { scope, zone, input }: ListCall & { input: object }): Sql {
  const page = input as Page;
  const all = conditions(list, { scope, zone }, input as Record<string, unknown>);
  const from = typeof list.from === 'string' ? raw(list.from) : list.from(scope);
  if (page.show_count) return sql`SELECT count(*)::int AS count FROM ${from} ${where(all)}`;
  const order = orderBy(list, page);
  const limits = page.rows_limit === undefined ? sql`` : sql`LIMIT ${page.rows_limit} OFFSET ${page.rows_offset ?? 0}`;
  const select = selectList(list.columns, scope);
  if ((page.rows_offset ?? 0) < DEEP_OFFSET) return sql`SELECT ${select} FROM ${from} ${where(all)} ${order} ${limits}`;
  const key = join(keysOf(list), ', ');
  // The conditions stand twice, so that no row outside the scope can come in even where a key were not unique.
  const ofPage = sql`(${key}) IN (SELECT ${key} FROM ${from} ${where(all)} ${order} ${limits})`;
  return sql`SELECT ${select} FROM ${from} ${where([...all, ofPage])} ${order}`;
}

const keysOf = ({ key }: Runnable): Sql[] => (typeof key === 'string' ? [key] : key).map(raw);
const where = (all: Sql[]): Sql => (all.length === 0 ? sql`` : sql`WHERE ${join(all, ' AND ')}`);

function conditions(list: Runnable, { scope, zone }: ListCall, input: Record<string, unknown>): Sql[] {
  const all = scopeConditions(scope, list.scope);
  if (list.only) all.push(list.only);
  for (const [name, filter] of Object.entries(list.filters)) {
    const value = input[name];
    if (value !== undefined) all.push(filter.condition(value as never, { zone }));
  }
  return all;
}

function orderBy(list: Runnable, page: Page): Sql {
  const by = (page.sort_field && list.sort?.[page.sort_field]) ?? list.order?.by;
  const direction = (page.sort_order ?? list.order?.direction) === 'desc' ? sql`DESC` : sql`ASC`;
  const first = by === undefined || by === list.key ? [] : [typeof by === 'string' ? raw(by) : by];
  return sql`ORDER BY ${join(
    [...first, ...keysOf(list)].map((column) => sql`${column} ${direction}`),
    ', ',
  )}`;
}

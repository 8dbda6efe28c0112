import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { join, query, type Sql, sql } from '../../db/sql.ts';
import { type Scope, scopeConditions } from '../scope.ts';
import type { Direction, ListDefinition } from './list.ts';
import { joinedFor, orderBy, partsOf } from './parts.ts';
import { shouldPrepare } from './prepared.ts';

/** From this offset on, a subquery finds the keys of the page through a narrow index, so that only its rows are read. */
const DEEP_OFFSET = 100;

export interface ListCall {
  readonly scope: Scope;
  /** IANA name of the time zone of calendar days. */
  readonly zone: string;
}

interface Page {
  readonly rows_limit?: number;
  readonly rows_offset?: number;
  readonly show_count?: boolean;
  readonly sort_field?: string;
  readonly sort_order?: Direction;
}

/** The part of a list definition that the engine uses. */
type Runnable = Pick<ListDefinition, 'from' | 'key' | 'scope' | 'columns' | 'filters' | 'sort' | 'order' | 'only'>;

/** Returns the rows within the scope that match the filters, in a total order; or their number, with `show_count`. */
export async function runList<O extends z.ZodType>(
  db: Pick<Database, 'pool'>,
  list: Runnable & { output: O },
  { scope, zone, input }: ListCall & { input: object },
): Promise<z.output<O>> {
  const rows = await rowsOf(db, list, { scope, zone, input });
  return ((input as Page).show_count ? rows[0]?.count : rows) as z.output<O>;
}

/** The first row of a list, or undefined if there is none. */
export async function firstOf<R extends z.ZodType>(
  db: Pick<Database, 'pool'>,
  list: Runnable & { row: R },
  call: ListCall & { input: object },
): Promise<z.output<R> | undefined> {
  const [row] = await rowsOf(db, list, { ...call, input: { ...call.input, rows_limit: 1 } });
  return row as z.output<R> | undefined;
}

function rowsOf({ pool }: Pick<Database, 'pool'>, list: Runnable, call: ListCall & { input: object }) {
  const statement = listStatement(list, call);
  return query<Record<string, unknown>>(pool, statement, { prepared: shouldPrepare(list, statement, call.input) });
}

/** The one SQL statement of a list request. */
export function listStatement(list: Runnable, { scope, zone, input }: ListCall & { input: object }): Sql {
  const page = input as Page;
  const parts = partsOf(list, scope);
  const { from, select, key } = parts;
  const all = conditions(list, { scope, zone }, input as Record<string, unknown>);
  if (page.show_count) return sql`SELECT count(*)::int AS count ${from} ${where(all)}`;
  all.push(...joinedFor(list, page));
  const order = orderBy(list, parts, page);
  const limits = page.rows_limit === undefined ? sql`` : sql`LIMIT ${page.rows_limit} OFFSET ${page.rows_offset ?? 0}`;
  if ((page.rows_offset ?? 0) < DEEP_OFFSET) return sql`${select} ${from} ${where(all)} ${order} ${limits}`;
  // The outer query repeats the conditions, so that even a key that is not unique lets no row outside the scope in.
  const ofPage = sql`(${key}) IN (SELECT ${key} ${from} ${where(all)} ${order} ${limits})`;
  return sql`${select} ${from} ${where([...all, ofPage])} ${order}`;
}

function where(all: Sql[]): Sql {
  return all.length === 0 ? sql`` : sql`WHERE ${join(all, ' AND ')}`;
}

function conditions(list: Runnable, { scope, zone }: ListCall, input: Record<string, unknown>): Sql[] {
  const all = scopeConditions(scope, list.scope);
  if (list.only) all.push(list.only);
  for (const [name, filter] of Object.entries(list.filters)) {
    const value = input[name];
    if (value !== undefined) all.push(filter.condition(value as never, { zone, scope }));
  }
  return all;
}

import type pg from 'pg';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { query, type Sql, sql } from '../../db/sql.ts';
import { parameterFault } from '../fault.ts';
import { type Scope, scopeConditions } from '../tenancy/scope.ts';
import type { Direction, ListDefinition } from './list.ts';
import { pageKeys, usedFrom, where } from './page-keys.ts';
import { joinedFor, orderOf, partsOf } from './parts.ts';
import { preparationOf } from './prepared.ts';

type ListDatabase = Pick<Database, 'pool' | 'lookups' | 'history'>;

/** So many rows to pass over first are read for their own sake, not to see what has just changed. */
const DEEP = 1_000;

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
export type Runnable = Pick<
  ListDefinition,
  'from' | 'key' | 'scope' | 'columns' | 'filters' | 'sort' | 'sortedAcrossIsps' | 'order' | 'only' | 'isHistory'
>;

/** Returns the rows within the scope that match the filters, in a total order; or their number, with `show_count`. */
export async function runList<O extends z.ZodType>(
  db: ListDatabase,
  list: Runnable & { output: O },
  { scope, zone, input }: ListCall & { input: object },
): Promise<z.output<O>> {
  const rows = await rowsOf(db, list, { scope, zone, input });
  return ((input as Page).show_count ? rows[0]?.count : rows) as z.output<O>;
}

/** The first row of a list, or undefined if there is none. */
export async function firstOf<R extends z.ZodType>(
  db: ListDatabase,
  list: Runnable & { row: R },
  call: ListCall & { input: object },
): Promise<z.output<R> | undefined> {
  const [row] = await rowsOf(db, list, { ...call, input: { ...call.input, rows_limit: 1 } });
  return row as z.output<R> | undefined;
}

function rowsOf(db: ListDatabase, list: Runnable, call: ListCall & { input: object }) {
  const statement = listStatement(list, call);
  const preparation = preparationOf(list, statement, call);
  const rowsOn = (pool: pg.Pool) =>
    query<Record<string, unknown>>(pool, statement, { prepared: preparation !== undefined });
  const { rows_offset: offset = 0 } = call.input as Page;
  if (preparation === 'generic') return rowsOn(db.lookups);
  return list.isHistory || offset >= DEEP ? db.history(rowsOn) : rowsOn(db.pool);
}

/** The one SQL statement of a list request. */
export function listStatement(list: Runnable, { scope, zone, input }: ListCall & { input: object }): Sql {
  const page = input as Page;
  refuseMaskedSort(list, scope, page);
  const parts = partsOf(list, scope);
  const { from, select, key } = parts;
  const all = conditionsOf(list, { scope, zone }, input);
  if (page.show_count) return sql`SELECT count(*)::int AS count ${usedFrom({ list, from }, all)} ${where(all)}`;
  all.push(...joinedFor(list, page));
  const order = orderOf(list, parts, page);
  const { rows_limit: limit, rows_offset: offset = 0 } = page;
  if (limit === undefined) return sql`${select} ${from} ${where(all)} ${order.by}`;
  const keys = pageKeys({ list, from, scope, input: { ...input }, conditions: all, order, limit, offset });
  if (!keys) return sql`${select} ${from} ${where(all)} ${order.by} LIMIT ${limit} OFFSET ${offset}`;
  // The outer query repeats the conditions, so that even a key that is not unique lets no row outside the scope in.
  return sql`${select} ${from} ${where([...all, sql`(${key}) IN (${keys})`])} ${order.by}`;
}

/** Between two known numbers, the order tells what another one can be. @throws Fault of kind `forbidden` */
function refuseMaskedSort({ columns }: Runnable, { masksPhones }: Scope, { sort_field: field = '' }: Page): void {
  if (masksPhones && columns[field]?.masked)
    throw parameterFault('forbidden', 'sort_field', `cannot be ${field}, since your ISP masks telephone numbers`);
}

/** What a row must be for the caller to see it, and to match the filters of the input. */
export function conditionsOf(list: Runnable, { scope, zone }: ListCall, input: object): Sql[] {
  const all = scopeConditions(scope, list.scope);
  if (list.only) all.push(list.only);
  for (const [name, filter] of Object.entries(list.filters)) {
    const value = (input as Record<string, unknown>)[name];
    if (value !== undefined) all.push(filter.condition(value as never, { zone, scope }));
  }
  return all;
}

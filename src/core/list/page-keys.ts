import { join, raw, type Sql, sql } from '../../db/sql.ts';
import type { Scope } from '../tenancy/scope.ts';
import type { ListDefinition } from './list.ts';
import type { Order } from './parts.ts';

/** From this offset on, a subquery finds the keys of the page through a narrow index, so that only its rows are read. */
export const DEEP_OFFSET = 100;
/** Up to this row, a page of all ISPs is merged from the first rows of each ISP. */
const LAST_MERGED = 1_000;

type Paged = Pick<ListDefinition, 'from' | 'scope' | 'filters' | 'sortedAcrossIsps'>;

export interface KeyRequest {
  readonly list: Paged;
  readonly scope: Scope;
  readonly input: Readonly<Record<string, unknown>>;
  /** FROM with all joins. */
  readonly from: Sql;
  readonly conditions: readonly Sql[];
  readonly order: Order;
  /** LIMIT and OFFSET. */
  readonly limit: number;
  readonly offset: number;
}

/** The query of the keys of a page. Undefined if its rows are read just as fast at once. */
export function pageKeys(request: KeyRequest): Sql | undefined {
  const { list, limit, offset } = request;
  const unindexed = isUnindexed(request);
  if (unindexed && !isFiltered(list, request.input) && offset + limit <= LAST_MERGED) return mergedKeys(request);
  if (!unindexed && offset < DEEP_OFFSET) return undefined;
  const { order } = request;
  return sql`SELECT ${join(order.keys, ', ')} ${keysFrom(request, request.conditions)} ${order.by} LIMIT ${limit} OFFSET ${offset}`;
}

/** Does the page span all ISPs, in an order of which each ISP has an index, but not all together? */
function isUnindexed({ list, scope, input }: KeyRequest): boolean {
  const { sortedAcrossIsps: sorted } = list;
  if (!sorted || scope.ispId !== null || input.ispid !== undefined) return false;
  return typeof input.sort_field === 'string' && !sorted.includes(input.sort_field);
}

const isFiltered = ({ filters }: Paged, input: KeyRequest['input']) =>
  Object.keys(filters).some((name) => input[name] !== undefined);

/**
 * Merges the indexes of the ISPs: the first `reach` rows of all are among the first `reach` of the ISPs whose own first row
 * comes first. So of the other ISPs, however many, a single row is read.
 */
function mergedKeys(request: KeyRequest): Sql | undefined {
  const { list, conditions, order, limit, offset } = request;
  const reach = limit + offset;
  const names = order.columns.map((_, at) => raw(`k${at + 1}`));
  const columns = order.columns.map((column, at) => sql`${column} AS ${raw(`k${at + 1}`)}`);
  const ofTenant = [...conditions, sql`${raw(list.scope.isp ?? '')} = tenant.id`];
  const first = (count: number) =>
    sql`LATERAL (SELECT ${join(columns, ', ')} ${keysFrom(request, ofTenant)} ${order.by} LIMIT ${count}) AS head`;
  const inOrder = join(
    names.map((name) => sql`${name} ${order.direction}`),
    ', ',
  );
  const tenants = sql`SELECT tenant.id FROM crm.isp AS tenant, ${first(1)} ORDER BY ${inOrder} LIMIT ${reach}`;
  const keys = names.slice(-order.keys.length);
  return sql`SELECT ${join(keys, ', ')} FROM (${tenants}) AS tenant, ${first(reach)} ORDER BY ${inOrder} LIMIT ${limit} OFFSET ${offset}`;
}

/** FROM and WHERE of a query that needs no columns but those of the order. */
const keysFrom = ({ list, from, order }: KeyRequest, conditions: readonly Sql[]): Sql =>
  sql`${usedFrom({ list, from }, [...conditions, order.by])} ${where(conditions)}`;

/** FROM of a query that needs nothing but what the fragments mention. */
export function usedFrom({ list, from }: Pick<KeyRequest, 'list' | 'from'>, fragments: readonly Sql[]): Sql {
  if (typeof list.from === 'function') return from;
  return sql`FROM ${raw(usedJoins(list.from, fragments.map(({ text }) => text).join(' ')))}`;
}

export function where(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`` : sql`WHERE ${join(conditions, ' AND ')}`;
}

/**
 * A FROM clause without the LEFT JOINs whose tables `text` does not mention. PostgreSQL removes unused joins by itself, but
 * then still believes that it needs their columns, and reads the table where the index would do.
 */
function usedJoins(from: string, text: string): string {
  const [base = '', ...joins] = from.split(/\s+LEFT JOIN\s+/);
  let kept = '';
  // Backwards, since a join can refer to those before it.
  for (const join of joins.toReversed()) {
    const [, alias] = /^\S+ (\w+) ON /.exec(join) ?? [];
    if (alias === undefined || new RegExp(`\\b${alias}\\.`).test(text + kept)) kept = ` LEFT JOIN ${join}${kept}`;
  }
  return base + kept;
}

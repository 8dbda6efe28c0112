import type { Permission } from '../../../core/access/permission.ts';
import { type Called, waysToCall, wayToCallByEnd } from '../../../core/telephone/called-at.ts';
import { type Scope, type ScopeColumns, scopeConditions } from '../../../core/tenancy/scope.ts';
import { join, raw, type Sql, sql } from '../../../db/sql.ts';
import type { Wanted } from './wanted.ts';

export interface Search {
  readonly wanted: Wanted;
  readonly scope: Scope;
  readonly permissions: ReadonlySet<Permission>;
  /** How many records at most; null: all. */
  readonly limit: number | null;
  /** Look for a part of names and usernames, which costs more, instead of their beginning. */
  readonly inside: boolean;
}

/** A part of a name with fewer characters has no trigram of its own. */
export const MIN_PART = 3;

/** How well a record fits; the best come first. */
export const EXACT = 0;
export const BEGINS = 1;
export const CONTAINS = 2;

/** Records of a kind that fit in one way. */
export interface LookUp {
  readonly rank: number;
  readonly condition: Sql;
}

/**
 * Conditions that the caller may see a row. The indexes begin with the ISP, so for a caller of all ISPs each is looked up
 * in turn.
 */
export function visible(scope: Scope, columns: ScopeColumns): Sql[] {
  const conditions = scopeConditions(scope, columns);
  if (scope.ispId !== null || !columns.isp) return conditions;
  return [...conditions, sql`${raw(columns.isp)} = ANY(ARRAY(SELECT t.id FROM crm.isp t WHERE t.deleted_at IS NULL))`];
}

interface Table {
  /** With an alias. */
  readonly from: string;
  readonly key: string;
  readonly scope: ScopeColumns;
}

/** Ids and ranks of the records that fit in any way, the best first. Each way reads no more rows than it returns. */
export function keysOf(table: Table, { scope, limit }: Search, lookUps: readonly LookUp[]): Sql {
  const inScope = visible(scope, table.scope);
  const ways = lookUps.map(({ rank, condition }) => {
    const all = join([...inScope, condition], ' AND ');
    return sql`(SELECT ${raw(table.key)} AS id, ${rank}::int AS rank FROM ${raw(table.from)} WHERE ${all} LIMIT ${limit})`;
  });
  return sql`(SELECT f.id, min(f.rank) AS rank FROM (${join(ways, ' UNION ALL ')}) f GROUP BY f.id ORDER BY 2, 1 LIMIT ${limit})`;
}

/** The caller, by telephone number, or by the end of one. */
export function called(table: Called, { mobiles, numberEnd }: Wanted, scope: Scope): LookUp[] {
  const whole = mobiles.length === 0 ? [] : waysToCall(table, mobiles, scope);
  // Who sees numbers masked would learn their digits from what is found.
  const end = numberEnd === null || scope.masksPhones ? [] : [wayToCallByEnd(table, numberEnd)];
  return [
    ...whole.map((condition) => ({ rank: EXACT, condition })),
    ...end.map((condition) => ({ rank: CONTAINS, condition })),
  ];
}

/** A text with nothing of it a wildcard. */
export const containing = (text: string): string => `%${text.replace(/[\\_%]/g, '\\$&')}%`;

/** `^@` reads the range of names from an index of `lower(column) text_pattern_ops`. */
export const beginsWith = (column: string, text: string): Sql => sql`lower(${raw(column)}) ^@ lower(${text})`;

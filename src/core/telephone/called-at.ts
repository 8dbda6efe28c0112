import { join, raw, type Sql, sql } from '../../db/sql.ts';
import { filter } from '../list/filters.ts';
import type { Scope } from '../tenancy/scope.ts';
import { described, text } from '../wire/index.ts';
import { numbersIn } from './numbers.ts';

/** A table whose rows have a `mobile` and its numbers (`columns.ts`). */
export interface Called {
  readonly table: 'crm.customer' | 'crm.lead';
  readonly alias: string;
}

/** The numbers that a caller may mean. A number without the code of a country is one of the caller's own country. */
export function meantBy(given: string, { regions = [] }: Pick<Scope, 'regions'>): string[] {
  const places = regions.length > 0 ? regions : [null];
  return [...new Set(places.flatMap((region) => numbersIn(given, region)))];
}

/** Ways to find the rows that one of these numbers or texts leads to: each reads an index of its own. */
export function waysToCall({ table, alias }: Called, keys: readonly string[], { ispId }: Scope): Sql[] {
  const numbers = keys.filter((key) => key.startsWith('+'));
  // A text that names no number, or has not been read yet, leads there as it is.
  // One by one, so that a plan for all values knows how few there are.
  const all = join(
    keys.map((key) => sql`${key}`),
    ', ',
  );
  const first = sql`coalesce(nullif(${raw(alias)}.e164, ''), ${raw(alias)}.mobile) IN (${all})`;
  if (numbers.length === 0) return [first];
  const others = join(
    [
      sql`o.other_e164 <> '{}' AND o.other_e164 && ${numbers}::text[]`,
      ...(ispId === null ? [] : [sql`o.isp_id = ${ispId}`]),
    ],
    ' AND ',
  );
  return [first, sql`${raw(alias)}.id = ANY(ARRAY(SELECT o.id FROM ${raw(table)} o WHERE ${others}))`];
}

/** A way to find the rows whose first number ends in these digits, six or more; the index has the last six. */
export function wayToCallByEnd({ alias }: Called, digits: string): Sql {
  const number = sql`coalesce(nullif(${raw(alias)}.e164, ''), ${raw(alias)}.mobile)`;
  return sql`(right(${number}, 6) = ${digits.slice(-6)} AND ${number} LIKE ${`%${digits}`})`;
}

/** By a telephone number in any spelling. `${alias}.id IS NOT NULL`, for the planner, of a joined table. */
export const calledAt = (called: Called) =>
  filter(
    described('in any format', text()),
    (given, { scope }) => {
      const ways = waysToCall(called, [...new Set([...meantBy(given, scope), given])], scope);
      return sql`(${raw(called.alias)}.id IS NOT NULL AND (${join(ways, ' OR ')}))`;
    },
    { isSelective: () => true },
  );

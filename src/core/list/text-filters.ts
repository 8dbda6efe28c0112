import { raw, type Sql, sql } from '../../db/sql.ts';
import * as wire from '../wire/index.ts';
import { filter } from './filters.ts';

/** Escapes `LIKE` metacharacters. */
const literal = (text: string) => text.replace(/[\\_%]/g, '\\$&');

/** Case-insensitive substring ("partial text", contract 1.1). */
export const partial = (column: string) =>
  filter(
    wire.described('any part of it; case does not matter', wire.text()),
    (value) => sql`${raw(column)} ILIKE ${`%${literal(value)}%`}`,
  );

/** A `LIKE` pattern in which only `%` is a wildcard. */
const pattern = (value: string) => value.split('%').map(literal).join('%');

const wildcardText = () => wire.described('case does not matter; `%` stands for any text', wire.text());

/** Case-insensitive; `%` matches any text (contract 1.1, "wildcard search"). */
export const wildcard = (column: string) =>
  filter(wildcardText(), (value) => sql`${raw(column)} ILIKE ${pattern(value)}`);

/**
 * A wildcard search of a column with indexes on `lower(column)`: a unique one for values without `%` and for prefixes, and a
 * trigram index for the rest. `ILIKE`, which means the same, could use neither.
 */
export const wildcardName = (column: string) =>
  filter(
    wildcardText(),
    (value) => {
      if (!value.includes('%')) return sameName(column, value);
      const [, prefix] = /^([^%]+)%+$/.exec(value) ?? [];
      return prefix === undefined ? likeName(column, value) : startsWith(column, prefix);
    },
    { isSelective: (value) => !value.includes('%') },
  );

/**
 * `^@` because the trigram index, which reads all names with the trigrams of a prefix, cannot serve it: for LIKE the planner
 * chooses that index when it expects few names, and a search of `user0000%` among a million read a hundred times as much.
 */
const startsWith = (column: string, prefix: string): Sql => sql`lower(${raw(column)}) ^@ lower(${prefix})`;

function likeName(column: string, value: string): Sql {
  const name = sql`lower(${raw(column)})`;
  const matches = sql`${name} LIKE lower(${pattern(value)})`;
  const words = wordsOf(value);
  // Inside coalesce the pattern is no condition for an index, and its selectivity is not counted twice.
  return words === undefined ? matches : sql`(${name} LIKE lower(${words}) AND coalesce(${matches}, false))`;
}

/**
 * A looser pattern without the signs, of the words only: `%_2e6f1%` becomes `%2e6f1%`. Next to a sign a word begins or ends,
 * and pg_trgm makes a trigram of that too, shared by so many names that reading their list takes most of the search. Undefined
 * if there is no sign, or no word with three trigrams of its own, or if other letters could change what `lower` makes of ASCII.
 */
function wordsOf(value: string): string | undefined {
  const isPlain = /^[ -~]*$/.test(value) && /[^%a-z0-9]/i.test(value);
  return isPlain && /[a-z0-9]{5}/i.test(value) ? value.replace(/[^a-z0-9]+/gi, '%') : undefined;
}

/** Case-insensitive equality, in a column with an index on `lower(column)`. */
export const exactName = (column: string) =>
  filter(wire.described('case does not matter', wire.text()), (value) => sameName(column, value));

export const sameName = (column: string, value: string): Sql => sql`lower(${raw(column)}) = lower(${value})`;

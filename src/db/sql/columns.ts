/**
 * Columns of many rows as PostgreSQL's array literals, for `unnest($1::int[], $2::text[], …)`. `pg` writes arrays as well,
 * looking at the type of every element; where a column has one type, that is most of the work of a large batch.
 */
type Of<T, V> = (row: T, at: number) => V | null;

/** Numbers and booleans: what needs no quotes. */
export function plainColumn<T>(rows: readonly T[], of: Of<T, number | bigint | boolean>): string {
  let text = '{';
  for (let at = 0; at < rows.length; at++) {
    const value = of(rows[at] as T, at);
    text += at === 0 ? (value ?? 'NULL') : `,${value ?? 'NULL'}`;
  }
  return `${text}}`;
}

export function textColumn<T>(rows: readonly T[], of: Of<T, string>): string {
  let text = '{';
  for (let at = 0; at < rows.length; at++) {
    const value = of(rows[at] as T, at);
    if (at > 0) text += ',';
    text += value === null ? 'NULL' : `"${SPECIAL.test(value) ? value.replace(ALL_SPECIAL, '\\$&') : value}"`;
  }
  return `${text}}`;
}

/** Inside of the quotes only these mean something else than themselves (PostgreSQL manual, section 8.15.6). */
const SPECIAL = /["\\]/;
const ALL_SPECIAL = /["\\]/g;

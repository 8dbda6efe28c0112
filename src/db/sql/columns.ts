/**
 * Columns of many rows as PostgreSQL's array literals, for `unnest($1::int[], $2::text[], …)`. `pg` writes arrays as well,
 * looking at the type of every element; where a column has one type, that is most of the work of a large batch.
 */
type Of<T, V, C> = (row: T, context: C) => V | null;

/** Numbers and booleans: what needs no quotes. */
export function plainColumn<T, C>(rows: readonly T[], of: Of<T, number | bigint | boolean, C>, context: C): string {
  let text = '{';
  for (let at = 0; at < rows.length; at++) {
    const value = of(rows[at] as T, context);
    text += at === 0 ? (value ?? 'NULL') : `,${value ?? 'NULL'}`;
  }
  return `${text}}`;
}

export function textColumn<T, C>(rows: readonly T[], of: Of<T, string, C>, context: C): string {
  let text = '{';
  for (let at = 0; at < rows.length; at++) {
    const value = of(rows[at] as T, context);
    if (at > 0) text += ',';
    text += value === null ? 'NULL' : `"${SPECIAL.test(value) ? value.replace(ALL_SPECIAL, '\\$&') : value}"`;
  }
  return `${text}}`;
}

/** Inside of the quotes only these mean something else than themselves (PostgreSQL manual, section 8.15.6). */
const SPECIAL = /["\\]/;
const ALL_SPECIAL = /["\\]/g;

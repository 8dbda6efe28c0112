/**
 * PostgreSQL array literals of columns, for `unnest($1::int[], $2::text[], …)`. `pg` could write them too, but it checks the
 * type of every element, which is most of the work of a large batch.
 */
type Of<T, V, C> = (row: T, context: C) => V | null;

/** Numbers and booleans, which need no quotes. */
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

/** The characters to escape inside quotes (PostgreSQL manual, section 8.15.6). */
const SPECIAL = /["\\]/;
const ALL_SPECIAL = /["\\]/g;

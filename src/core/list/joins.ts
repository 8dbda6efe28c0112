/**
 * A FROM clause without the LEFT JOINs whose tables `text` does not mention. PostgreSQL removes unused joins by itself, but
 * then still believes that it needs their columns, and reads the table where the index would do.
 */
export function usedJoins(from: string, text: string): string {
  const [base = '', ...joins] = from.split(/\s+LEFT JOIN\s+/);
  let kept = '';
  // Backwards, since a join can refer to those before it.
  for (const join of joins.toReversed()) {
    const [, alias] = /^\S+ (\w+) ON /.exec(join) ?? [];
    if (alias === undefined || new RegExp(`\\b${alias}\\.`).test(text + kept)) kept = ` LEFT JOIN ${join}${kept}`;
  }
  return base + kept;
}

import type { Sql } from '../../db/sql.ts';
import type { ListDefinition } from './list.ts';

/**
 * Every connection keeps what it prepared for good, and callers choose which filters they combine: the first so many
 * statements of a node are kept, any other is planned anew each time.
 */
const MAX_KEPT = 100;
const kept = new Set<string>();

/**
 * Planning takes longer than finding one of a million services. PostgreSQL may settle on one plan for all values of a
 * statement that is kept prepared, which is right only where a filter leaves few rows whatever its value: never for a
 * pattern, a range or a status alone.
 */
export function keptPrepared({ filters }: Pick<ListDefinition, 'filters'>, statement: Sql, input: object): boolean {
  const narrow = Object.entries(input).some(
    ([name, value]) => value !== undefined && filters[name]?.narrow?.(value as never) === true,
  );
  if (!narrow) return false;
  const { text } = statement;
  if (kept.size < MAX_KEPT) kept.add(text);
  return kept.has(text);
}

import type { Sql } from '../../db/sql.ts';
import type { ListDefinition } from './list.ts';

/**
 * A connection keeps its prepared statements for good, and callers can combine filters freely. So a node prepares only its
 * first MAX_PREPARED statements; all others are planned at each execution.
 */
const MAX_PREPARED = 100;
const prepared = new Set<string>();

/**
 * Planning takes longer than finding one of a million services. But PostgreSQL may use one generic plan for all values of a
 * prepared statement, which is good only if some filter is selective whatever its value: not a pattern, a range or a status.
 */
export function shouldPrepare({ filters }: Pick<ListDefinition, 'filters'>, statement: Sql, input: object): boolean {
  const isSelective = Object.entries(input).some(
    ([name, value]) => value !== undefined && filters[name]?.isSelective?.(value as never) === true,
  );
  if (!isSelective) return false;
  const { text } = statement;
  if (prepared.size < MAX_PREPARED) prepared.add(text);
  return prepared.has(text);
}

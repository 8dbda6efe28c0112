import type { Value } from './row-values.ts';
import type { WrittenRow } from './written-rows.ts';

/**
 * The values of an inserted row, changed so that in each unique index one of them differs in each call: an id, else a text,
 * else the last number. `once` is the id of the target that no other call has.
 */
export function withUniques(
  { table, row }: WrittenRow,
  values: Map<string, Value>,
  once: string | undefined,
): Map<string, Value> {
  for (const columns of [table.key, ...table.uniques]) {
    const origins = columns.map((name) => [name, values.get(name)] as const);
    const hasNull = columns.some((name) => row[name] === null && !isCondition(name));
    if (hasNull || origins.some(([, value]) => isUnique(value, once))) continue;
    const constants = origins.flatMap(([name, value]) =>
      value?.kind === 'constant' && value.text !== null ? [name] : [],
    );
    const typeOf = (name: string) => table.columns.find((column) => column.name === name)?.type;
    const text = constants.find((name) => typeOf(name) === 'text');
    const number = constants.findLast((name) => typeOf(name) === 'integer' || typeOf(name) === 'bigint');
    const chosen = text ?? number;
    if (chosen !== undefined)
      values.set(chosen, { kind: 'unique', text: row[chosen] ?? '', numeric: text === undefined });
  }
  return values;
}

/** An identity has no value: the database gives it one. */
const isUnique = (value: Value | undefined, once: string | undefined) =>
  value === undefined ||
  value.kind === 'inserted' ||
  value.kind === 'unique' ||
  (value.kind === 'target' && value.name === once);

/** A column of an index that only says which rows are in it. */
const isCondition = (name: string) => name.endsWith('_at');

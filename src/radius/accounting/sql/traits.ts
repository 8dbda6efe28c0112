import type { SessionRecord } from '../record/record.ts';

// What is a flag of a record, or a small number, comes to the statement as one number: a column more costs every record a
// hundredth.

/** Numbers of the kinds of records. */
export const KIND = { start: 0, interim: 1, stop: 2, close: 3 } as const;

const ALIVE = 4;
const SEARCHED = 8;
const UNSERVED = 16;
const GIGAWORDS = 32;
const LINE_RATE = 64;

/** `isSearched`: its session is not in the log. */
export function traitsOf(
  { kind, alive, unserved, gigawords, lineRateMbps }: SessionRecord,
  isSearched: boolean,
): number {
  return (
    KIND[kind] +
    (alive ? ALIVE : 0) +
    (isSearched ? SEARCHED : 0) +
    (unserved ? UNSERVED : 0) +
    (gigawords ? GIGAWORDS : 0) +
    lineRateMbps * LINE_RATE
  );
}

/** The number of `traitsOf`, `t.traits`, as columns. */
export const TRAITS_SQL = `t.traits & 3 AS kind, t.traits & ${ALIVE} > 0 AS alive, t.traits & ${SEARCHED} > 0 AS searched,
    t.traits & ${UNSERVED} > 0 AS unserved, t.traits & ${GIGAWORDS} > 0 AS gigawords, t.traits / ${LINE_RATE} AS line_rate`;

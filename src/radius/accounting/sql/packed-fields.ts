import type { SessionRecord } from '../record/record.ts';

// The flags and small numbers of a record reach the statement in one integer: every column more costs a record about 1 %.

/** The kinds of records, in two bits. */
export const KIND = { start: 0, interim: 1, stop: 2, close: 3 } as const;
const KIND_MASK = 3;
const ALIVE = 4;
const NOT_IN_LOG = 8;
const UNSERVED = 16;
const GIGAWORDS = 32;
/** Its multiple is the line rate. */
const LINE_RATE = 64;

export function packFields(
  { kind, alive, unserved, gigawords, lineRateMbps }: SessionRecord,
  isNotInLog: boolean,
): number {
  return (
    KIND[kind] +
    (alive ? ALIVE : 0) +
    (isNotInLog ? NOT_IN_LOG : 0) +
    (unserved ? UNSERVED : 0) +
    (gigawords ? GIGAWORDS : 0) +
    lineRateMbps * LINE_RATE
  );
}

/** The fields of an integer column as columns. */
export function unpackedFields(packed: string): string {
  return `${packed} & ${KIND_MASK} AS kind,
    ${packed} & ${ALIVE} > 0 AS alive,
    ${packed} & ${NOT_IN_LOG} > 0 AS not_in_log,
    ${packed} & ${UNSERVED} > 0 AS unserved,
    ${packed} & ${GIGAWORDS} > 0 AS gigawords,
    ${packed} / ${LINE_RATE} AS line_rate`;
}

import type { SessionRecord } from '../record/record.ts';

// The flags and small numbers of a record reach the statement in one integer: every column more costs a record about 1 %.

/** The kinds of records, in two bits. */
export const KIND = { start: 0, interim: 1, stop: 2, close: 3 } as const;
const KIND_MASK = 3;
const ALIVE = 4;
const NOT_IN_LOG = 8;
const UNSERVED = 16;
const GIGAWORDS = 32;
/** Its multiple is the interval of interim updates, in twelve bits. */
const INTERIM_INTERVAL = 64;
const INTERIM_INTERVAL_MASK = 4_095;
/** Its multiple is the line rate. */
const LINE_RATE = INTERIM_INTERVAL * (INTERIM_INTERVAL_MASK + 1);

export function packFields(
  { kind, alive, unserved, gigawords, interimIntervalS, lineRateMbps }: SessionRecord,
  isNotInLog: boolean,
): number {
  return (
    KIND[kind] +
    (alive ? ALIVE : 0) +
    (isNotInLog ? NOT_IN_LOG : 0) +
    (unserved ? UNSERVED : 0) +
    (gigawords ? GIGAWORDS : 0) +
    interimIntervalS * INTERIM_INTERVAL +
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
    (${packed} / ${INTERIM_INTERVAL} & ${INTERIM_INTERVAL_MASK})::int AS interim_interval,
    ${packed} / ${LINE_RATE} AS line_rate`;
}

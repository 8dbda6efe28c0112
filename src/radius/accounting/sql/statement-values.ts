import { INTERIM_INTERVAL_S } from '../../../areas/sessions/interim.ts';
import { plainColumn, textColumn } from '../../../db/sql/columns.ts';
import type { SessionRecord } from '../record/record.ts';
import { traitsOf } from './traits.ts';

/** In the order of the key, in which every node locks the rows. */
export function byKey(one: SessionRecord, other: SessionRecord): number {
  if (one.nasId !== other.nasId) return one.nasId - other.nasId;
  if (one.acctSessionId !== other.acctSessionId) return one.acctSessionId < other.acctSessionId ? -1 : 1;
  return one.username < other.username ? -1 : 1;
}

interface Known {
  /** Records whose session is not in the log. */
  readonly searched: ReadonlySet<SessionRecord>;
  /** Records that are written by themselves. */
  readonly alone: ReadonlySet<SessionRecord>;
}

/**
 * The values of `SESSION_STATEMENT`: a column each, how often a session is heard of, and whether the record is alone.
 */
export function valuesOf(records: readonly SessionRecord[], { searched, alone }: Known): unknown[] {
  return [
    plainColumn(records, (record) => traitsOf(record, searched.has(record))),
    plainColumn(records, ({ nasId }) => nasId),
    textColumn(records, ({ nasIp }) => nasIp),
    textColumn(records, ({ acctSessionId }) => acctSessionId),
    textColumn(records, ({ username }) => username),
    plainColumn(records, ({ at }) => at),
    plainColumn(records, ({ startedAt }) => startedAt),
    plainColumn(records, ({ seconds }) => seconds),
    plainColumn(records, ({ upBytes }) => upBytes),
    plainColumn(records, ({ downBytes }) => downBytes),
    plainColumn(records, ({ ispId }) => ispId),
    plainColumn(records, ({ resellerId }) => resellerId),
    plainColumn(records, ({ serviceId }) => serviceId),
    textColumn(records, ({ day }) => day),
    textColumn(records, ({ ip }) => ip),
    textColumn(records, ({ mac }) => mac),
    textColumn(records, ({ nasPort }) => nasPort),
    textColumn(records, ({ nasPortType }) => nasPortType),
    textColumn(records, ({ sessionClass }) => sessionClass),
    textColumn(records, ({ cause }) => cause),
    INTERIM_INTERVAL_S,
    records.length === 1 && alone.has(records[0] as SessionRecord),
  ];
}

/** The values of `BRING_BACK_STATEMENT`. */
export function keysOf(records: readonly SessionRecord[]): string[] {
  return [
    plainColumn(records, ({ nasId }) => nasId),
    textColumn(records, ({ acctSessionId }) => acctSessionId),
    textColumn(records, ({ username }) => username),
    plainColumn(records, ({ startedAt }) => startedAt),
    plainColumn(records, ({ at }) => at),
  ];
}

import { INTERIM_INTERVAL_S } from '../../areas/sessions/interim.ts';
import type { SessionRecord } from './record.ts';
import { KIND } from './statement.ts';

/** In the order of the key, in which every node locks the rows. */
export function byKey(one: SessionRecord, other: SessionRecord): number {
  if (one.nasId !== other.nasId) return one.nasId - other.nasId;
  if (one.acctSessionId !== other.acctSessionId) return one.acctSessionId < other.acctSessionId ? -1 : 1;
  return one.username < other.username ? -1 : 1;
}

/** The values of `SESSION_STATEMENT`: a column each, and how often a session is heard of. `searched` are records
 * whose session is not in the log. */
export function valuesOf(records: readonly SessionRecord[], searched: ReadonlySet<SessionRecord>): unknown[] {
  const column = <T>(of: (record: SessionRecord, at: number) => T): T[] => records.map(of);
  return [
    column((_, at) => at),
    column(({ kind }) => KIND[kind]),
    column(({ nasId }) => nasId),
    column(({ nasIp }) => nasIp),
    column(({ acctSessionId }) => acctSessionId),
    column(({ username }) => username),
    column(({ at }) => at / 1000),
    column(({ startedAt }) => startedAt / 1000),
    column(({ seconds }) => seconds),
    column(({ upBytes }) => upBytes),
    column(({ downBytes }) => downBytes),
    column(({ ispId }) => ispId),
    column(({ resellerId }) => resellerId),
    column(({ serviceId }) => serviceId),
    column(({ day }) => day),
    column(({ alive }) => alive),
    column((record) => searched.has(record)),
    column(({ ip }) => ip),
    column(({ mac }) => mac),
    column(({ nasPort }) => nasPort),
    column(({ nasPortType }) => nasPortType),
    column(({ sessionClass }) => sessionClass),
    column(({ cause }) => cause),
    INTERIM_INTERVAL_S,
  ];
}

/** The values of `BRING_BACK_STATEMENT`. */
export function keysOf(records: readonly SessionRecord[]): unknown[] {
  return [
    records.map(({ nasId }) => nasId),
    records.map(({ acctSessionId }) => acctSessionId),
    records.map(({ username }) => username),
    records.map(({ startedAt }) => startedAt / 1000),
    records.map(({ at }) => at / 1000),
  ];
}

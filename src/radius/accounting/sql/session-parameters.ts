import { RowParameters } from '../../../db/sql/row-parameters.ts';
import type { SessionRecord } from '../record/record.ts';
import { packedIpv6 } from './addresses.ts';
import { packFields, unpackedFields } from './packed-fields.ts';

interface Context {
  /** Records whose session is not in the session log. */
  readonly notInLog: ReadonlySet<SessionRecord>;
}

const RECORDS = new RowParameters<SessionRecord, Context>([
  ['packed', 'bigint', (record, { notInLog }) => packFields(record, notInLog.has(record))],
  ['nas_id', 'int', ({ nasId }) => nasId],
  ['nas_ip', 'inet', ({ nasIp }) => nasIp],
  ['acct_session_id', 'text', ({ acctSessionId }) => acctSessionId],
  ['username', 'text', ({ username }) => username],
  ['at', 'bigint', ({ at }) => at],
  ['started', 'bigint', ({ startedAt }) => startedAt],
  ['seconds', 'int', ({ seconds }) => seconds],
  ['up', 'bigint', ({ upBytes }) => upBytes],
  ['down', 'bigint', ({ downBytes }) => downBytes],
  ['isp_id', 'int', ({ ispId }) => ispId],
  ['reseller_id', 'int', ({ resellerId }) => resellerId],
  ['service_id', 'int', ({ serviceId }) => serviceId],
  ['day', 'date', ({ day }) => day],
  ['ip', 'inet', ({ ip }) => ip],
  ['mac', 'text', ({ mac }) => mac],
  ['nas_port', 'text', ({ nasPort }) => nasPort],
  ['nas_port_type', 'text', ({ nasPortType }) => nasPortType],
  ['class', 'text', ({ sessionClass }) => sessionClass],
  ['cause', 'text', ({ cause }) => cause],
  ['ip6', 'text', packedIpv6],
]);

/** The only record of the statement, which may therefore count for another service than its own. */
export const IS_ALONE = RECORDS.parameter(1, 'bool');

/** The records of a session statement, numbered by `ord` from 0. */
export const INPUT = `
  SELECT r.ordinal::int - 1 AS ord, ${unpackedFields('r.packed')},
    r.nas_id, r.nas_ip, r.acct_session_id, r.username,
    to_timestamp(r.at / 1000::float8) AS at, to_timestamp(r.started / 1000::float8) AS started,
    r.seconds, r.up, r.down, r.isp_id, r.reseller_id, r.service_id, r.day,
    r.ip, r.mac, r.nas_port, r.nas_port_type, r.class, r.cause, r.ip6
  FROM ${RECORDS.unnest('r', 'ordinal')}`;

export function sessionValues(records: readonly SessionRecord[], context: Context, isAlone: boolean): unknown[] {
  return [...RECORDS.values(records, context), isAlone];
}

/** By session key, the order in which every node locks the rows. */
export function bySessionKey(one: SessionRecord, other: SessionRecord): number {
  if (one.nasId !== other.nasId) return one.nasId - other.nasId;
  if (one.acctSessionId !== other.acctSessionId) return one.acctSessionId < other.acctSessionId ? -1 : 1;
  return one.username < other.username ? -1 : 1;
}

import { RowParameters } from '../../../db/sql/row-parameters.ts';
import { CLOCK_TOLERANCE_MS } from '../record/event-time.ts';
import type { SessionRecord } from '../record/record.ts';

const KEYS = new RowParameters<SessionRecord>([
  ['nas_id', 'int', ({ nasId }) => nasId],
  ['acct_session_id', 'text', ({ acctSessionId }) => acctSessionId],
  ['username', 'text', ({ username }) => username],
  ['started', 'bigint', ({ startedAt }) => startedAt],
  ['at', 'bigint', ({ at }) => at],
]);

/** Every column of a session; the hot table and the log have the same. */
const COLUMNS = `id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type,
  mac, ip, class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause, gigawords,
  in_counter, out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible, ip6_prefix, pd_prefix, ip6_address,
  port_blocks, parts, addresses`;

/**
 * Moves the newest session of each key from the log back to the hot table, where its record finds it; the session is
 * logged again later. Times are compared by difference, so that the planner takes the index on `lower(username)` and
 * never walks one on times, through the sessions of all users of those days.
 */
export const RESTORE_STATEMENT = `
WITH wanted AS (
  SELECT DISTINCT found.id, found.started_at
  FROM ${KEYS.unnest('k')}
  CROSS JOIN LATERAL (
    SELECT g.id, g.started_at FROM radius.session_log g
    WHERE lower(g.username) = lower(k.username) AND g.username = k.username AND g.nas_id = k.nas_id
      AND g.acct_session_id = k.acct_session_id
      AND g.started_at - to_timestamp(k.started / 1000::float8) >= interval '-1 day'
      AND g.started_at - to_timestamp(k.at / 1000::float8) <= interval '${CLOCK_TOLERANCE_MS} milliseconds'
    ORDER BY g.started_at + interval '0' DESC LIMIT 1
  ) found
), taken AS (
  DELETE FROM radius.session_log g USING wanted w WHERE g.id = w.id AND g.started_at = w.started_at RETURNING g.*
)
INSERT INTO radius.session (${COLUMNS})
SELECT ${COLUMNS} FROM taken
ON CONFLICT DO NOTHING`;

export function restoreValues(records: readonly SessionRecord[]): string[] {
  return KEYS.values(records);
}

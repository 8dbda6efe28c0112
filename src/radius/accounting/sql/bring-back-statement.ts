import { TOLERANCE_MS } from '../record/rounds.ts';

/**
 * Brings the newest session of each key back from the log: $1 NASes, $2 session ids, $3 usernames, $4 when the session
 * began by the record, $5 when the record was made. So the record finds it where sessions are, and it is moved again later.
 * The log is indexed by usernames in lower case; times are written so that no index of times is walked instead, which
 * would be through the sessions of all users of those days.
 */
export const BRING_BACK_STATEMENT = `
WITH wanted AS (
  SELECT DISTINCT found.id, found.started_at
  FROM unnest($1::int[], $2::text[], $3::text[], $4::int8[], $5::int8[])
    AS t (nas_id, acct_session_id, username, started, at)
  CROSS JOIN LATERAL (
    SELECT g.id, g.started_at FROM radius.session_log g
    WHERE lower(g.username) = lower(t.username) AND g.username = t.username AND g.nas_id = t.nas_id
      AND g.acct_session_id = t.acct_session_id
      AND g.started_at - to_timestamp(t.started / 1000::float8) >= interval '-1 day'
      AND g.started_at - to_timestamp(t.at / 1000::float8) <= interval '${TOLERANCE_MS} milliseconds'
    ORDER BY g.started_at + interval '0' DESC LIMIT 1
  ) found
), taken AS (
  DELETE FROM radius.session_log g USING wanted w WHERE g.id = w.id AND g.started_at = w.started_at RETURNING g.*
)
INSERT INTO radius.session (id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port,
  nas_port_type, mac, ip, class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause,
  gigawords, in_counter, out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible)
SELECT id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
  class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause, gigawords,
  in_counter, out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible
FROM taken
ON CONFLICT DO NOTHING`;

import { INTERIM_INTERVAL_S } from '../../areas/sessions/interim.ts';
import { COUNT_BY_LEVEL } from './level-sql.ts';
import { OUR_CAUSES } from './record.ts';
import { TOLERANCE_MS } from './rounds.ts';

const tolerance = `interval '${TOLERANCE_MS} milliseconds'`;
/** Sessions stay in the hot table for a day behind their end, so none that began later than this is in the log. */
const OLD_HOURS = 20;
/** So long a session may be known by its Start alone: then its first Interim-Update is due. */
const unheard = `interval '${INTERIM_INTERVAL_S * 1000 + TOLERANCE_MS} milliseconds'`;
const ours = OUR_CAUSES.map((cause) => `'${cause}'`).join(', ');

/** Numbers of the kinds, as the statement knows them. */
export const KIND = { start: 0, interim: 1, stop: 2, close: 3 } as const;

/**
 * Applies one record to each of many sessions, in one statement and so in one commit. What it says, rule by rule:
 *
 * - `input`: the records. A service that memory does not know is looked for by its name.
 * - `matched`: the row of the session's key with the Class of the record, or else the newest that had begun by the time
 *   of the record. It is locked, so that what is added to the usage is the difference to what is stored, whoever else
 *   writes.
 * - `judged`: whether the row is of the same session. A record whose session began after everything that is known of the
 *   row uses the id again, as NASes do that number their sessions anew when they boot and send no Accounting-On. But a
 *   session which is open, or which we ended, and whose numbers only grew, has had its clock changed. And a Start may be
 *   repeated without the time of the event, and then seems to be of a later one (RFC 2866 section 2: a NAS repeats it
 *   until it is answered; its id is unique). It is a repeat when it has the Class of the same log-in; where either lacks
 *   one, as long as nothing but a Start is known of the session and nothing that both tell is different.
 * - `decided`: what becomes of the row. Numbers only grow. A row that its NAS ended stays ended; one that we ended opens
 *   when something newer comes from a NAS that is alive, unless the id is in use again.
 * - `newcomer`: records without a row. That of a session that began long ago may be in the log, where it was moved after
 *   its end (`old`): unless it was searched there, it has to be.
 * - `opened`: new rows. An id that is still open for an earlier session is closed first; the record is then asked for
 *   again (`again`).
 * - `grown`: what is new in the counters, for the period and the day of the service.
 * - `counted`: the usage of the period, level by level (`level-sql.ts`). Where the level changes, the database has the live
 *   session follow.
 * - `released`: the leases of sessions that ended, if no later session of the service has them.
 *
 * The plan is made once, often over empty tables, where every way to a row looks equally short; it must be right for
 * millions. So each table can be reached by one index only: `username || ''`, differences of times and `= ANY (ARRAY[…])`
 * are written so that the planner cannot walk another index, or a whole one, instead.
 */
export const SESSION_STATEMENT = `
WITH input AS (
  SELECT t.ord, t.kind, t.nas_id, t.nas_ip, t.acct_session_id, t.username, to_timestamp(t.at / 1000::float8) AS at,
    to_timestamp(t.started / 1000::float8) AS started, t.seconds, t.up, t.down, t.isp_id,
    CASE WHEN t.service_id IS NOT NULL THEN t.reseller_id ELSE (SELECT s.reseller_id FROM crm.service s
      WHERE s.isp_id = t.isp_id AND lower(s.username) = lower(t.username) AND s.deleted_at IS NULL) END AS reseller_id,
    coalesce(t.service_id, (SELECT s.id FROM crm.service s
      WHERE s.isp_id = t.isp_id AND lower(s.username) = lower(t.username) AND s.deleted_at IS NULL)) AS service_id,
    t.day, t.alive, t.searched, t.ip, t.mac, t.nas_port, t.nas_port_type, t.class, t.cause
  FROM unnest($1::int[], $2::int[], $3::int[], $4::inet[], $5::text[], $6::text[], $7::int8[], $8::int8[], $9::int[],
    $10::bigint[], $11::bigint[], $12::int[], $13::int[], $14::int[], $15::date[], $16::bool[], $17::bool[], $18::inet[],
    $19::text[], $20::text[], $21::text[], $22::text[], $23::text[])
    AS t (ord, kind, nas_id, nas_ip, acct_session_id, username, at, started, seconds, up, down, isp_id, reseller_id,
      service_id, day, alive, searched, ip, mac, nas_port, nas_port_type, class, cause)
), matched AS MATERIALIZED (
  SELECT i.*, x.id AS x_id, x.service_id AS x_service, x.started_at AS x_started, x.updated_at AS x_updated,
    x.ended_at AS x_ended, x.session_time AS x_seconds, x.in_bytes AS x_up, x.out_bytes AS x_down, x.ip AS x_ip,
    x.mac AS x_mac, x.nas_port AS x_nas_port, x.class AS x_class, x.terminate_cause AS x_cause,
    x.ended_at IS NOT NULL AND coalesce(x.terminate_cause IN (${ours}), false) AS x_ours
  FROM input i LEFT JOIN LATERAL (
    SELECT * FROM radius.session s
    WHERE s.nas_id = i.nas_id AND s.acct_session_id = i.acct_session_id AND s.username || '' = i.username
      AND (s.started_at - i.at <= ${tolerance} OR s.class = i.class)
    ORDER BY coalesce(s.class = i.class, false) DESC, s.started_at - i.at <= ${tolerance} DESC, s.started_at DESC
    LIMIT 1 FOR UPDATE
  ) x ON true
), judged AS MATERIALIZED (
  SELECT m.*, m.x_id IS NOT NULL AND (
      m.kind = ${KIND.close}
      OR m.started <= coalesce(m.x_ended, m.x_updated) + ${tolerance}
      OR m.kind <> ${KIND.start} AND (m.x_ended IS NULL OR m.x_ours)
        AND m.seconds >= m.x_seconds AND m.up >= m.x_up AND m.down >= m.x_down
      OR m.kind = ${KIND.start} AND coalesce(m.class = m.x_class, m.x_ended IS NULL
        AND m.x_seconds = 0 AND m.x_up = 0 AND m.x_down = 0 AND m.started <= m.x_updated + ${unheard}
        AND coalesce(m.ip = m.x_ip, true) AND coalesce(m.mac = m.x_mac, true)
        AND coalesce(m.nas_port = m.x_nas_port, true))
    ) AS same
  FROM matched m
), decided AS MATERIALIZED (
  SELECT j.*,
    CASE
      WHEN j.kind = ${KIND.close} OR NOT j.same THEN coalesce(j.x_ended, j.x_updated)
      WHEN j.kind = ${KIND.stop} THEN
        CASE WHEN j.x_ended IS NULL OR j.x_ours THEN greatest(j.at, j.x_started) ELSE j.x_ended END
      WHEN j.x_ended IS NULL THEN NULL
      WHEN NOT j.x_ours THEN j.x_ended
      WHEN j.alive AND j.at > j.x_ended AND NOT EXISTS (
        SELECT FROM radius.session n WHERE n.nas_id = j.nas_id AND n.acct_session_id = j.acct_session_id
          AND n.username || '' = j.username AND n.started_at - j.x_started > interval '0') THEN NULL
      ELSE greatest(j.x_ended, j.at)
    END AS ends,
    CASE WHEN j.same AND j.kind < ${KIND.close} THEN greatest(j.up - j.x_up, 0) ELSE 0 END AS more_up,
    CASE WHEN j.same AND j.kind < ${KIND.close} THEN greatest(j.down - j.x_down, 0) ELSE 0 END AS more_down,
    CASE WHEN j.same AND j.kind < ${KIND.close} THEN greatest(j.seconds - j.x_seconds, 0) ELSE 0 END AS more_seconds
  FROM judged j
  WHERE j.x_id IS NOT NULL AND (j.same OR j.x_ended IS NULL)
), changed AS (
  UPDATE radius.session s SET
    updated_at = CASE WHEN d.same AND d.kind < ${KIND.close} THEN greatest(d.x_updated, d.at) ELSE d.x_updated END,
    session_time = d.x_seconds + d.more_seconds,
    in_bytes = d.x_up + d.more_up,
    out_bytes = d.x_down + d.more_down,
    ended_at = d.ends,
    terminate_cause = CASE
      WHEN d.ends IS NULL THEN NULL
      WHEN NOT d.same THEN 'Superseded'
      WHEN d.kind >= ${KIND.stop} AND (d.x_ended IS NULL OR d.x_ours AND d.kind = ${KIND.stop}) THEN d.cause
      ELSE d.x_cause END,
    ip = CASE WHEN NOT d.same THEN s.ip WHEN d.at >= d.x_updated THEN coalesce(d.ip, s.ip) ELSE coalesce(s.ip, d.ip) END,
    mac = CASE WHEN d.same THEN coalesce(s.mac, d.mac) ELSE s.mac END,
    class = CASE WHEN d.same THEN coalesce(s.class, d.class) ELSE s.class END,
    service_id = coalesce(s.service_id, d.service_id),
    reseller_id = CASE WHEN s.service_id IS NULL THEN d.reseller_id ELSE s.reseller_id END
  FROM decided d WHERE s.id = ANY (ARRAY[d.x_id])
  RETURNING s.id
), newcomer AS MATERIALIZED (
  SELECT j.*, j.searched OR j.started >= now() - interval '${OLD_HOURS} hours' AS is_known,
    CASE
      WHEN j.kind = ${KIND.stop} THEN j.cause
      WHEN NOT j.alive THEN 'Accounting-On'
      WHEN EXISTS (
        SELECT FROM radius.session n WHERE n.nas_id = j.nas_id AND n.acct_session_id = j.acct_session_id
          AND n.username || '' = j.username AND n.started_at - j.at > interval '0') THEN 'Superseded'
    END AS why
  FROM judged j
  WHERE j.kind < ${KIND.close} AND (j.x_id IS NULL OR NOT j.same AND j.x_ended IS NOT NULL)
), opened AS (
  INSERT INTO radius.session (isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port,
    nas_port_type, mac, ip, class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause,
    interim_interval)
  SELECT isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
    class, started, at, CASE WHEN kind = ${KIND.stop} OR why IS NOT NULL THEN at END, seconds, up, down, why, $24::int
  FROM newcomer WHERE is_known
  ON CONFLICT DO NOTHING
  RETURNING nas_id, acct_session_id, username
), tried AS MATERIALIZED (
  SELECT n.ord, n.kind, n.service_id, n.day, n.class, n.ip, n.why, n.up, n.down, n.seconds, n.is_known,
    (n.nas_id, n.acct_session_id, n.username) IN (SELECT nas_id, acct_session_id, username FROM opened) AS is_new
  FROM newcomer n
), begun AS (
  SELECT * FROM tried WHERE is_new
), grown AS (
  SELECT service_id, day, sum(up)::bigint AS up, sum(down)::bigint AS down, sum(seconds)::bigint AS seconds
  FROM (
    SELECT coalesce(x_service, service_id) AS service_id, day, more_up AS up, more_down AS down, more_seconds AS seconds
    FROM decided WHERE same
    UNION ALL
    SELECT service_id, day, up, down, seconds FROM begun
  ) g
  WHERE service_id IS NOT NULL AND (up > 0 OR down > 0 OR seconds > 0)
  GROUP BY service_id, day
), counted AS (
  UPDATE radius.usage u SET in_bytes = u.in_bytes + g.up, out_bytes = u.out_bytes + g.down, updated_at = now(),
    ${COUNT_BY_LEVEL}
  FROM (SELECT service_id, sum(up) AS up, sum(down) AS down, sum(up) + sum(down) AS more FROM grown GROUP BY service_id) g
  WHERE u.service_id = ANY (ARRAY[g.service_id])
), counted_by_day AS (
  INSERT INTO radius.usage_day AS u (service_id, day, in_bytes, out_bytes, seconds)
  SELECT service_id, day, up, down, seconds FROM grown ORDER BY service_id, day
  ON CONFLICT (service_id, day) DO UPDATE SET in_bytes = u.in_bytes + excluded.in_bytes,
    out_bytes = u.out_bytes + excluded.out_bytes, seconds = u.seconds + excluded.seconds
), gone AS (
  SELECT coalesce(x_service, service_id) AS service_id, coalesce(x_class, class) AS class, coalesce(ip, x_ip) AS ip
  FROM decided WHERE same AND ends IS NOT NULL AND kind >= ${KIND.stop}
  UNION ALL
  SELECT service_id, class, ip FROM begun WHERE kind = ${KIND.stop}
), released AS (
  UPDATE radius.ip_address a
  SET leased_to = NULL, lease_kind = NULL, session_key = NULL, leased_at = NULL, last_leased_to = a.leased_to,
    released_at = now()
  FROM gone g CROSS JOIN LATERAL (
    SELECT l.pool_id, l.ip FROM radius.ip_address l WHERE l.leased_to = g.service_id AND l.lease_kind = 'dynamic' LIMIT 1
  ) held
  WHERE a.pool_id = ANY (ARRAY[held.pool_id]) AND a.ip = ANY (ARRAY[held.ip]) AND a.leased_to = g.service_id
    AND (a.session_key = g.class OR g.class IS NULL AND a.ip = g.ip)
)
SELECT ord, 'again' AS outcome FROM decided WHERE NOT same
UNION ALL
SELECT ord, CASE WHEN is_known THEN 'again' ELSE 'old' END FROM tried WHERE NOT is_new
UNION ALL
SELECT ord, 'ended' FROM decided WHERE same AND kind < ${KIND.stop} AND ends IS NOT NULL
UNION ALL
SELECT ord, 'ended' FROM begun WHERE kind < ${KIND.stop} AND why IS NOT NULL`;

/**
 * Brings the newest session of each key back from the log: $1 NASes, $2 session ids, $3 usernames, $4 when the session
 * began by the record, $5 when the record was made. So the record finds it where sessions are, and it is moved again later.
 */
export const BRING_BACK_STATEMENT = `
WITH wanted AS (
  SELECT DISTINCT found.id, found.started_at
  FROM unnest($1::int[], $2::text[], $3::text[], $4::int8[], $5::int8[])
    AS t (nas_id, acct_session_id, username, started, at)
  CROSS JOIN LATERAL (
    SELECT g.id, g.started_at FROM radius.session_log g
    WHERE g.username = t.username AND g.nas_id = t.nas_id AND g.acct_session_id = t.acct_session_id
      AND g.started_at BETWEEN to_timestamp(t.started / 1000::float8) - interval '1 day' AND to_timestamp(t.at / 1000::float8) + ${tolerance}
    ORDER BY g.started_at DESC LIMIT 1
  ) found
), taken AS (
  DELETE FROM radius.session_log g USING wanted w WHERE g.id = w.id AND g.started_at = w.started_at RETURNING g.*
)
INSERT INTO radius.session (id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port,
  nas_port_type, mac, ip, class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause)
SELECT id, isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
  class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause
FROM taken
ON CONFLICT DO NOTHING`;

/**
 * Ends all sessions of the NAS $1 that began by $2 at their last update, for the cause $3, and releases their leases
 * (RFC 2866 section 5.1: Accounting-On and -Off).
 */
export const NAS_STATEMENT = `
WITH ended AS (
  UPDATE radius.session SET ended_at = updated_at, terminate_cause = $3
  WHERE nas_id = $1 AND ended_at IS NULL AND started_at <= to_timestamp($2::float8)
  RETURNING service_id, class, ip
)
UPDATE radius.ip_address a
SET leased_to = NULL, lease_kind = NULL, session_key = NULL, leased_at = NULL, last_leased_to = a.leased_to,
  released_at = now()
FROM ended e
WHERE a.leased_to = e.service_id AND a.lease_kind = 'dynamic'
  AND (a.session_key = e.class OR e.class IS NULL AND a.ip = e.ip)`;

import { INTERIM_INTERVAL_S } from '../../../areas/sessions/interim.ts';
import { OUR_CAUSES } from '../record/record.ts';
import { TOLERANCE_MS } from '../record/rounds.ts';
import { CLOSELY, type Growth, PLAINLY, shown } from './growth-sql.ts';
import { COUNT_BY_LEVEL, saturating } from './level-sql.ts';
import { KIND, TRAITS_SQL } from './traits.ts';

const tolerance = `interval '${TOLERANCE_MS} milliseconds'`;
/** Sessions stay in the hot table for a day behind their end, so none that began later than this is in the log. */
const OLD_HOURS = 20;
/** So long a session may be known by its Start alone: then its first Interim-Update is due. */
const unheard = `interval '${INTERIM_INTERVAL_S * 1000 + TOLERANCE_MS} milliseconds'`;
const ours = OUR_CAUSES.map((cause) => `'${cause}'`).join(', ');

/**
 * Applies one record to each of many sessions, in one statement and so in one commit. What it says, rule by rule:
 *
 * - `input`: the records.
 * - `found`: the row of the session's key with the Class of the record, or else the newest that had begun by the time of
 *   the record, or else a later one (`is_met` is false). Nothing is locked: `changed` takes the row as it was found or
 *   not at all, and a record whose row somebody else has changed meanwhile is asked for again (`again`). So what is added
 *   to the usage is the difference to what was stored, whoever else writes.
 * - `judged`: whether the row is of the same session. A record whose session began after everything that is known of the
 *   row uses the id again, as NASes do that number their sessions anew when they boot and send no Accounting-On. But a
 *   session which is open, or which we ended, and whose numbers only grew, has had its clock changed. And a Start may be
 *   repeated without the time of the event, and then seems to be of a later one (RFC 2866 section 2: a NAS repeats it
 *   until it is answered; its id is unique). It is a repeat when it has the Class of the same log-in; where either lacks
 *   one, as long as nothing but a Start is known of the session and nothing that both tell is different. A record that
 *   does not tell how long its session has been up is of the one that is open, and a Stop of the one that ended.
 * - `decided`: what becomes of the row. Numbers only grow. A row that its NAS ended stays ended; one that we ended opens
 *   when something newer comes from a NAS that is alive, unless the id is in use again. A row of another service than the
 *   record's is changed alone (`alone`), since two records of a statement must not count for one service. A record whose
 *   counters have not just grown a little is left to a second statement (`odd`), which looks closely (`growth-sql.ts`):
 *   nearly no record is, and what the first does not do costs it nothing. One of a NAS that does not serve the service any
 *   more ends the session and counts nothing (`is_stray`).
 * - `opened`: records without a row. That of a session that began long ago may be in the log, where it was moved after
 *   its end (`old`): unless it was searched there, it has to be. An id that is still open for an earlier session is closed
 *   first; the record is then asked for again.
 * - `counted`: what is new in the counters, for the period of the service, level by level (`level-sql.ts`), and for the
 *   day. Where the level or the day changes, the database has the live session follow and puts the day before away.
 * - `released`: the leases of sessions that ended, if no later session of the service has them.
 *
 * The plan is made once, often over empty tables, where every way to a row looks equally short; it must be right for
 * millions. So each table can be reached by one index only: `LATERAL … OFFSET 0`, differences of times and
 * `= ANY (ARRAY[…])` are written so that the planner cannot walk another index, or a whole one, instead.
 */
function statementOf(growth: Growth): string {
  return `
WITH input AS (
  SELECT t.place::int - 1 AS ord, ${TRAITS_SQL}, t.nas_id, t.nas_ip, t.acct_session_id, t.username,
    to_timestamp(t.at / 1000::float8) AS at, to_timestamp(t.started / 1000::float8) AS started, t.seconds, t.up, t.down,
    t.isp_id, t.reseller_id, t.service_id, t.day, t.ip, t.mac, t.nas_port, t.nas_port_type, t.class, t.cause
  FROM unnest($1::int[], $2::int[], $3::inet[], $4::text[], $5::text[], $6::int8[], $7::int8[], $8::int[], $9::bigint[],
    $10::bigint[], $11::int[], $12::int[], $13::int[], $14::date[], $15::inet[], $16::text[], $17::text[], $18::text[],
    $19::text[], $20::text[]) WITH ORDINALITY
    AS t (traits, nas_id, nas_ip, acct_session_id, username, at, started, seconds, up, down, isp_id, reseller_id,
      service_id, day, ip, mac, nas_port, nas_port_type, class, cause, place)
), found AS (
  SELECT DISTINCT ON (i.ord) i.*, x.ctid AS x_place, x.xmin AS x_version, x.service_id AS x_service,
    x.started_at AS x_started, x.updated_at AS x_updated, x.ended_at AS x_ended, x.session_time AS x_seconds,
    ${growth.found},
    i.gigawords OR coalesce(x.gigawords, false) AS is_wide, x.ip AS x_ip, x.mac AS x_mac, x.nas_port AS x_nas_port,
    x.class AS x_class, x.terminate_cause AS x_cause,
    x.ended_at IS NOT NULL AND coalesce(x.terminate_cause IN (${ours}), false) AS x_ours,
    coalesce(x.started_at - i.at <= ${tolerance} OR x.class = i.class, false) AS is_met
  FROM input i LEFT JOIN LATERAL (
    SELECT s.ctid, s.xmin, s.* FROM radius.session s
    WHERE s.nas_id = i.nas_id AND s.acct_session_id = i.acct_session_id AND s.username = i.username OFFSET 0
  ) x ON true
  ORDER BY i.ord, coalesce(x.class = i.class, false) DESC, x.started_at - i.at <= ${tolerance} DESC, x.started_at DESC
), judged AS (
  SELECT f.*, f.is_met AND (
      f.kind = ${KIND.close}
      OR f.started <= coalesce(f.x_ended, f.x_updated) + ${tolerance}
      OR f.kind <> ${KIND.start} AND (f.x_ended IS NULL OR f.x_ours)
        AND f.seconds >= f.x_seconds AND f.up >= ${shown('f.x_up')} AND f.down >= ${shown('f.x_down')}
      OR f.kind <> ${KIND.start} AND f.seconds IS NULL AND (f.x_ended IS NULL OR f.x_ours OR f.kind = ${KIND.stop})
      OR f.kind = ${KIND.start} AND coalesce(f.class = f.x_class, f.x_ended IS NULL
        AND f.x_seconds = 0 AND f.x_up = 0 AND f.x_down = 0 AND f.started <= f.x_updated + ${unheard}
        AND coalesce(f.ip = f.x_ip, true) AND coalesce(f.mac = f.x_mac, true)
        AND coalesce(f.nas_port = f.x_nas_port, true))
    ) AS same${growth.judged}
  FROM found f OFFSET 0
), decided AS MATERIALIZED (
  SELECT j.*, reused.*, j.x_service IS DISTINCT FROM j.service_id AND j.same AND j.x_service IS NOT NULL AND NOT ${growth.isStray('j')}
      AND NOT $22::bool AS is_apart,
    ${growth.isOdd} AS is_odd,
    j.is_met AND (j.same OR j.x_ended IS NULL) AS is_change,
    j.kind < ${KIND.close} AND (NOT j.is_met OR NOT j.same AND j.x_ended IS NOT NULL) AS is_new,
    j.searched OR j.started >= now() - interval '${OLD_HOURS} hours' AS is_known,
    CASE
      WHEN j.kind = ${KIND.close} OR NOT j.same OR ${growth.isStray('j')} THEN coalesce(j.x_ended, j.x_updated)
      WHEN j.kind = ${KIND.stop} THEN
        CASE WHEN j.x_ended IS NULL OR j.x_ours THEN greatest(j.at, j.x_started) ELSE j.x_ended END
      WHEN j.x_ended IS NULL THEN NULL
      WHEN NOT j.x_ours THEN j.x_ended
      WHEN j.alive AND j.at > j.x_ended AND NOT reused.is_reused THEN NULL
      ELSE greatest(j.x_ended, j.at)
    END AS ends,
    CASE
      WHEN j.kind = ${KIND.stop} THEN j.cause
      WHEN NOT j.alive THEN 'Accounting-On'
      WHEN reused.is_reused THEN 'Superseded'
    END AS why,
    CASE WHEN j.same AND j.kind < ${KIND.close} THEN ${growth.more('up')} ELSE 0 END AS more_up,
    CASE WHEN j.same AND j.kind < ${KIND.close} THEN ${growth.more('down')} ELSE 0 END AS more_down,
    CASE WHEN j.same AND j.kind < ${KIND.close} AND NOT ${growth.isStray('j')} THEN greatest(j.seconds - j.x_seconds, 0)
      ELSE 0 END AS more_seconds
  FROM judged j CROSS JOIN LATERAL (
    SELECT CASE
      WHEN j.x_place IS NULL OR j.is_met AND j.x_ended IS NULL THEN false
      ELSE EXISTS (
        SELECT FROM radius.session n WHERE n.nas_id = j.nas_id AND n.acct_session_id = j.acct_session_id
          AND n.username = j.username AND n.started_at - CASE WHEN j.same THEN j.x_started ELSE j.at END > interval '0')
    END AS is_reused OFFSET 0
  ) reused
), changed AS (
  UPDATE radius.session s SET
    updated_at = CASE WHEN d.same AND d.kind < ${KIND.close} AND NOT ${growth.isStray('d')} THEN greatest(d.x_updated, d.at) ELSE d.x_updated END,
    session_time = d.x_seconds + d.more_seconds,
    in_bytes = s.in_bytes + d.more_up,
    out_bytes = s.out_bytes + d.more_down,
    gigawords = coalesce(nullif(d.gigawords, false), s.gigawords)${growth.changed},
    ended_at = d.ends,
    terminate_cause = CASE
      WHEN d.ends IS NULL THEN NULL
      WHEN NOT d.same THEN 'Superseded'
      WHEN ${growth.isStray('d')} THEN CASE WHEN d.x_ended IS NULL THEN 'Not-Served' ELSE d.x_cause END
      WHEN d.kind >= ${KIND.stop} AND (d.x_ended IS NULL OR d.x_ours AND d.kind = ${KIND.stop}) THEN d.cause
      ELSE d.x_cause END,
    ip = CASE WHEN NOT d.same THEN s.ip WHEN d.at >= d.x_updated THEN coalesce(d.ip, s.ip) ELSE coalesce(s.ip, d.ip) END,
    mac = CASE WHEN d.same THEN coalesce(s.mac, d.mac) ELSE s.mac END,
    class = CASE WHEN d.same THEN coalesce(s.class, d.class) ELSE s.class END,
    service_id = coalesce(s.service_id, d.service_id),
    reseller_id = CASE WHEN s.service_id IS NULL THEN d.reseller_id ELSE s.reseller_id END
  FROM decided d WHERE d.is_change AND NOT d.is_apart AND NOT d.is_odd AND s.ctid = d.x_place AND s.xmin = d.x_version
  RETURNING d.ord, s.service_id, d.day, d.more_up AS up, d.more_down AS down, d.more_seconds AS seconds,
    d.same AND (d.kind >= ${KIND.stop} OR ${growth.isStray('d')}) AS is_over,
    ${growth.returned}coalesce(d.x_class, d.class) AS class, coalesce(d.ip, d.x_ip) AS ip
), begun AS (
  SELECT j.*, ${growth.first('up')} AS first_up, ${growth.first('down')} AS first_down
  FROM decided j WHERE is_new AND is_known AND NOT is_odd
), opened AS (
  INSERT INTO radius.session (isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port,
    nas_port_type, mac, ip, class, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause,
    interim_interval, gigawords${growth.openedColumns})
  SELECT isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, nas_port_type, mac, ip,
    class, started, at, CASE WHEN kind = ${KIND.stop} OR why IS NOT NULL THEN at END, coalesce(seconds, 0), first_up, first_down, why,
    $21::int, nullif(gigawords, false)${growth.opened}
  FROM begun
), counted AS (
  UPDATE radius.usage u SET in_bytes = ${saturating('u.in_bytes', 'g.up')},
    out_bytes = ${saturating('u.out_bytes', 'g.down')}, updated_at = now(), day = g.day,
    day_in_bytes = CASE WHEN u.day = g.day THEN ${saturating('u.day_in_bytes', 'g.up')} ELSE g.up END,
    day_out_bytes = CASE WHEN u.day = g.day THEN ${saturating('u.day_out_bytes', 'g.down')} ELSE g.down END,
    day_seconds = CASE WHEN u.day = g.day THEN ${saturating('u.day_seconds', 'g.seconds')} ELSE g.seconds END,
    ${COUNT_BY_LEVEL}
  FROM (
    SELECT service_id, day, up, down, seconds FROM changed WHERE up > 0 OR down > 0 OR seconds > 0
    UNION ALL
    SELECT service_id, day, first_up, first_down, coalesce(seconds, 0) FROM begun
    WHERE first_up > 0 OR first_down > 0 OR seconds > 0
    ORDER BY service_id
  ) g
  WHERE u.service_id = ANY (ARRAY[g.service_id])
), released AS (
  UPDATE radius.ip_address a
  SET leased_to = NULL, lease_kind = NULL, session_key = NULL, leased_at = NULL, last_leased_to = a.leased_to,
    released_at = now()
  FROM (
    SELECT service_id, class, ip FROM changed WHERE is_over
    UNION ALL
    SELECT service_id, class, ip FROM begun WHERE kind = ${KIND.stop}
  ) g CROSS JOIN LATERAL (
    SELECT l.pool_id, l.ip FROM radius.ip_address l WHERE l.leased_to = g.service_id AND l.lease_kind = 'dynamic' LIMIT 1
  ) held
  WHERE a.pool_id = ANY (ARRAY[held.pool_id]) AND a.ip = ANY (ARRAY[held.ip]) AND a.leased_to = g.service_id
    AND (a.session_key = g.class OR g.class IS NULL AND a.ip = g.ip)
)
SELECT ord, outcome, x_service AS service_id FROM (
  SELECT ord, x_service, CASE
    WHEN is_change THEN CASE
      WHEN is_apart THEN 'alone'
      WHEN is_odd THEN 'odd'
      WHEN NOT same OR ord NOT IN (SELECT ord FROM changed) THEN 'again'
      WHEN kind < ${KIND.stop} AND ends IS NOT NULL THEN 'ended' END
    WHEN is_new THEN CASE
      WHEN NOT is_known THEN 'old'
      WHEN is_odd THEN 'odd'
      WHEN kind < ${KIND.stop} AND why IS NOT NULL THEN 'ended' END
  END AS outcome FROM decided OFFSET 0
) o WHERE outcome IS NOT NULL${growth.outcomes}`;
}

/** For nearly all records. */
export const SESSION_STATEMENT = statementOf(PLAINLY);
/** For those that are odd. */
export const CLOSE_STATEMENT = statementOf(CLOSELY);

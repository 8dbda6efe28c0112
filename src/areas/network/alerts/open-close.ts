import { isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { execute, join, type Runner, raw, type Sql, sql } from '../../../db/sql.ts';
import { TOLD } from './note-signs.ts';
import { sameSubject } from './signs/sign.ts';
import { MAX_OPEN, QUIET_MINUTES, REOPEN_HOURS, ROUNDS_TO_OPEN, SAME_ROUND_S } from './vocabulary.ts';

const columns = (of: string) =>
  join(
    TOLD.map((name) => raw(`${of}.${name}`)),
    ', ',
  );
const columnNames = join(TOLD.map(raw), ', ');
const fromSign = (sign: string) =>
  join(
    TOLD.map((name) => sql`${raw(name)} = ${raw(`${sign}.${name}`)}`),
    ', ',
  );

/** Was the sign `g` found by the present round? */
const isFound = (now: Date): Sql => sql`g.seen_at > ${now}::timestamptz - make_interval(secs => ${SAME_ROUND_S})`;

/** Open alerts tell what the round has found. */
export const refreshOpen = (on: Runner, now: Date): Promise<number> =>
  execute(
    on,
    sql`UPDATE radius.alert a SET ${fromSign('g')} FROM radius.alert_sign g
        WHERE a.closed_at IS NULL AND ${sameSubject('a', 'g')} AND ${isFound(now)}
          AND (${columns('a')}) IS DISTINCT FROM (${columns('g')})`,
  );

/**
 * Opens an alert for each sign that lasts, or the one that was closed within the hour once more: who flaps is told of once. It is
 * muted as long as its last one was. Of an ISP with more than its share, silent NASes come first.
 */
export const openLasting = (on: Runner, now: Date): Promise<number> =>
  execute(
    on,
    sql`WITH lasting AS MATERIALIZED (
          SELECT g.*, recent.id AS recent_id, coalesce(taken.count, 0)
            + row_number() OVER (PARTITION BY g.isp_id ORDER BY g.kind <> 'silent', g.id) AS place
          FROM radius.alert_sign g
            LEFT JOIN (SELECT o.isp_id, count(*) AS count FROM radius.alert o WHERE o.closed_at IS NULL GROUP BY 1) taken
              ON taken.isp_id = g.isp_id
            LEFT JOIN LATERAL (
              SELECT c.id FROM radius.alert c
              WHERE ${sameSubject('c', 'g')} AND c.closed_at > ${now}::timestamptz - make_interval(hours => ${REOPEN_HOURS})
              ORDER BY c.closed_at DESC LIMIT 1) recent ON true
          WHERE ${isFound(now)} AND g.rounds >= ${ROUNDS_TO_OPEN}::int
            AND NOT EXISTS (SELECT FROM radius.alert o WHERE o.closed_at IS NULL AND ${sameSubject('o', 'g')})
        ), reopened AS (
          UPDATE radius.alert a SET closed_at = NULL, reopened_at = ${now}::timestamptz, ${fromSign('l')}
          FROM lasting l WHERE a.id = l.recent_id AND l.place <= ${MAX_OPEN}::int
        )
        INSERT INTO radius.alert (isp_id, kind, nas_id, pool_id, ${columnNames}, opened_at, muted_upto, muted_by)
        SELECT l.isp_id, l.kind, l.nas_id, l.pool_id, ${columns('l')}, ${now}::timestamptz, muted.muted_upto, muted.muted_by
        FROM lasting l LEFT JOIN LATERAL (
          SELECT m.muted_upto, m.muted_by FROM radius.alert m
          WHERE ${sameSubject('m', 'l')} AND m.muted_upto > ${now}::timestamptz ORDER BY m.id DESC LIMIT 1) muted ON true
        WHERE l.recent_id IS NULL AND l.place <= ${MAX_OPEN}::int
        ON CONFLICT DO NOTHING`,
  );

/** Closes the alerts whose sign nobody has found for five minutes. */
export const closeQuiet = (on: Runner, now: Date): Promise<number> =>
  execute(
    on,
    sql`UPDATE radius.alert a SET closed_at = ${now}::timestamptz
        WHERE a.closed_at IS NULL AND NOT ${isFrozen(sql`a.isp_id`)} AND NOT EXISTS (
          SELECT FROM radius.alert_sign g WHERE ${sameSubject('g', 'a')}
            AND g.seen_at > ${now}::timestamptz - make_interval(mins => ${QUIET_MINUTES}))`,
  );

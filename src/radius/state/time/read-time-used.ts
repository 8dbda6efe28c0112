import { INTERIM_INTERVAL_S } from '../../../core/vocabulary/interim.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';

/** No session that began so long before a period lasts into it: NASes end them sooner, and months of the log are left unread. */
const LONGEST = '40 days';

/**
 * How many seconds services have been online in their present periods, by the sessions that their NASes report. An open session counts
 * up to now, or as long as its NAS is heard of.
 */
export async function readTimeUsed(on: Runner, services: readonly number[], now: Date): Promise<Map<number, number>> {
  const at = sql`${now}::timestamptz`;
  const rows = await query<{ id: number; seconds: number }>(
    on,
    sql`WITH asked AS (
          SELECT s.id, coalesce(p.starts_on, s.bill_from)::timestamp AT TIME ZONE t.timezone AS begins
          FROM crm.service s JOIN crm.isp_setting t ON t.isp_id = s.isp_id LEFT JOIN crm.period p ON p.id = s.period_id
          WHERE s.id = ANY(${services}::int[])
        ), online AS (
          SELECT q.id, x.started_at, x.session_time, q.begins,
            coalesce(x.ended_at, least(${at}, x.updated_at
              + make_interval(secs => coalesce(x.interim_interval, ${INTERIM_INTERVAL_S}::int)))) AS upto,
            x.ended_at IS NULL AS is_open
          FROM asked q JOIN radius.session x ON x.service_id = q.id
          UNION ALL
          SELECT q.id, x.started_at, x.session_time, q.begins, x.ended_at, false
          FROM asked q JOIN radius.session_log x ON x.service_id = q.id AND x.started_at > q.begins - ${LONGEST}::interval
        )
        SELECT o.id, ceil(sum(greatest(least(
            extract(epoch FROM o.upto - greatest(o.started_at, o.begins)),
            CASE WHEN o.is_open OR o.started_at < o.begins THEN 'infinity'::float8 ELSE o.session_time END), 0)))::float8 AS seconds
        FROM online o GROUP BY o.id`,
  );
  return new Map(rows.map(({ id, seconds }) => [id, seconds]));
}

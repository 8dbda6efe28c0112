import type { Kernel } from '../../../core/kernel.ts';
import { isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { execute, type Sql, sql } from '../../../db/sql.ts';

const TREND_DAYS = 28;
const MIN_DAYS = 7;
const KEPT_DAYS = 60;

/**
 * Notes the most addresses of each pool that were in use on the present day of its ISP, and, once a day, the trend of the days before.
 * Free addresses are counted by their index, for all pools at once.
 */
export async function notePoolPeaks({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await execute(db.pool, notingPeaks(now));
  await execute(db.pool, sql`DELETE FROM radius.pool_peak WHERE day < ${now}::timestamptz::date - ${KEPT_DAYS}::int`);
}

/** Theil and Sen: the median of the slopes between all pairs of days, which a single odd day does not move; then the median level. */
const TREND: Sql = sql`
  WITH peak AS (
    SELECT b.day, b.used FROM radius.pool_peak b
    WHERE known.pool_id IS NULL AND b.pool_id = p.id AND b.day >= today.day - ${TREND_DAYS}::int AND b.day < today.day
  ), slope AS (
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY (b.used - a.used)::float8 / (b.day - a.day)) AS of_day
    FROM peak a JOIN peak b ON b.day > a.day
  )
  SELECT max(slope.of_day) AS slope,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY peak.used + slope.of_day * (today.day - peak.day)) AS level
  FROM peak, slope HAVING count(*) >= ${MIN_DAYS}::int`;

const notingPeaks = (now: Date): Sql => sql`
  INSERT INTO radius.pool_peak AS k (pool_id, isp_id, day, used, slope, level)
  SELECT p.id, p.isp_id, today.day, p.range_upto - p.range_from + 1 - coalesce(free.count, 0), trend.slope, trend.level
  FROM radius.ip_pool p
    JOIN crm.isp_setting i ON i.isp_id = p.isp_id
    CROSS JOIN LATERAL (SELECT (${now}::timestamptz AT TIME ZONE i.timezone)::date AS day) today
    LEFT JOIN (
      SELECT a.pool_id, count(*) AS count FROM radius.ip_address a WHERE a.service_id IS NULL AND a.leased_to IS NULL
      GROUP BY 1) free ON free.pool_id = p.id
    LEFT JOIN radius.pool_peak known ON known.pool_id = p.id AND known.day = today.day
    LEFT JOIN LATERAL (${TREND}) trend ON known.pool_id IS NULL
  WHERE NOT ${isFrozen(sql`p.isp_id`)}
  ORDER BY p.id
  ON CONFLICT (pool_id, day) DO UPDATE SET used = excluded.used WHERE excluded.used > k.used`;

import type { Kernel } from '../../core/kernel.ts';
import { execute, sql } from '../../db/sql.ts';

/** The beginning of the minute. */
const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / 60_000) * 60_000);

/** Adds to the current minute of each tenant how many services are online, and the volume that was counted since the last run. */
export async function recordMinute({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<void> {
  const minute = minuteOf(clock.now());
  await execute(db.pool, online(minute));
  await execute(db.pool, traffic(minute));
}

/** As last counted (`areas/dashboard/count-services.ts`). */
const online = (minute: Date) => sql`
  WITH owner AS MATERIALIZED (
    SELECT t.isp_id, t.reseller_id, sum(t.online)::int AS online FROM crm.service_tally t GROUP BY 1, 2
  )
  INSERT INTO radius.pulse AS p (isp_id, reseller_id, minute, online)
  SELECT isp_id, reseller_id, ${minute}::timestamptz, online FROM (
    SELECT isp_id, reseller_id, online FROM owner WHERE reseller_id > 0
    UNION ALL SELECT isp_id, 0, sum(online)::int FROM owner GROUP BY 1) o
  WHERE online > 0
  ORDER BY isp_id, reseller_id
  ON CONFLICT (isp_id, reseller_id, minute) DO UPDATE SET online = excluded.online`;

/**
 * Usage rows hold the volume of the current day, which accounting writes anyway. Its sum per owner grows during a day of the
 * ISP, and what it has grown by belongs to this minute: so accounting does nothing for it.
 */
const traffic = (minute: Date) => sql`
  WITH day_sum AS MATERIALIZED (
    SELECT s.isp_id, coalesce(s.reseller_id, 0) AS reseller_id, u.day,
      least(sum(u.day_in_bytes), ${MAX_BYTES}::bigint)::bigint AS up,
      least(sum(u.day_out_bytes), ${MAX_BYTES}::bigint)::bigint AS down
    FROM radius.usage u JOIN crm.service s ON s.id = u.service_id JOIN crm.isp_setting i ON i.isp_id = s.isp_id
    WHERE u.day = (${minute}::timestamptz AT TIME ZONE i.timezone)::date
    GROUP BY 1, 2, 3
  ), growth AS MATERIALIZED (
    SELECT d.isp_id, d.reseller_id, greatest(d.up - CASE WHEN b.day = d.day THEN b.up ELSE 0 END, 0) AS up,
      greatest(d.down - CASE WHEN b.day = d.day THEN b.down ELSE 0 END, 0) AS down
    FROM day_sum d JOIN radius.traffic_seen b ON b.isp_id = d.isp_id AND b.reseller_id = d.reseller_id
  ), seen AS (
    INSERT INTO radius.traffic_seen AS b (isp_id, reseller_id, day, up, down)
    SELECT isp_id, reseller_id, day, up, down FROM day_sum
    ON CONFLICT (isp_id, reseller_id) DO UPDATE SET day = excluded.day, up = excluded.up, down = excluded.down
      WHERE (b.day, b.up, b.down) IS DISTINCT FROM (excluded.day, excluded.up, excluded.down)
  )
  INSERT INTO radius.pulse AS p (isp_id, reseller_id, minute, up, down)
  SELECT isp_id, reseller_id, ${minute}::timestamptz, up, down FROM (
    SELECT isp_id, reseller_id, up, down FROM growth WHERE reseller_id > 0
    UNION ALL SELECT isp_id, 0, sum(up)::bigint, sum(down)::bigint FROM growth GROUP BY 1) g
  WHERE up > 0 OR down > 0
  ORDER BY isp_id, reseller_id
  ON CONFLICT (isp_id, reseller_id, minute) DO UPDATE SET up = p.up + excluded.up, down = p.down + excluded.down`;

/** A thousandth of the range of the column, so that the sums over the ISP and the hours fit. */
const MAX_BYTES = 9_000_000_000_000_000;

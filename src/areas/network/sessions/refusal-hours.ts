import type { Database } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';

/** What is counted together: today, the day before, and a week before. */
export const DAYS_BEFORE = [0, 1, 7] as const;
export const HOUR_MS = 3_600_000;

/** The earliest hour of the day of a week ago, and one more for a clock that is slow. */
const HOURS_KEPT = 24 * 8 + 2;
/** Answers are written after they were sent, and after an outage of the database late. */
const WRITTEN_WITHIN_MS = 5 * 60_000;
const SUMMED_AGAIN = 3;

/**
 * Sums refused log-ins up to `radius.refusal_hour`, hour by hour. Those that are written later than three hours are not counted.
 * May be repeated at any time. False: aborted before it finished.
 */
export async function sumRefusals({ pool }: Pick<Database, 'pool'>, now: Date, signal: AbortSignal): Promise<boolean> {
  const complete = Math.floor((now.getTime() - WRITTEN_WITHIN_MS) / HOUR_MS);
  const oldest = complete - HOURS_KEPT;
  await execute(
    pool,
    sql`DELETE FROM radius.refusal_hour t USING crm.isp i WHERE t.isp_id = i.id AND t.hour < ${oldest}`,
  );
  const first = Math.max(oldest, (await lastSummed(pool)) + 1 - SUMMED_AGAIN);
  for (let hour = first; hour < complete; hour += 1) {
    if (signal.aborted) return false;
    await sumHour(pool, hour);
  }
  return true;
}

async function lastSummed(pool: Database['pool']): Promise<number> {
  const [row] = await query<{ hour: number | null }>(
    pool,
    sql`SELECT max(t.hour) AS hour FROM crm.isp i
        CROSS JOIN LATERAL (SELECT max(x.hour) AS hour FROM radius.refusal_hour x WHERE x.isp_id = i.id) t`,
  );
  return row?.hour ?? 0;
}

/** The log only grows, so that what is there is replaced by what is as large at least. */
const sumHour = (pool: Database['pool'], hour: number): Promise<number> =>
  execute(
    pool,
    sql`INSERT INTO radius.refusal_hour AS t (isp_id, hour, kind, nas_id, reseller_id, service_id, mac, attempts)
        SELECT i.id, ${hour}, x.* FROM crm.isp i CROSS JOIN LATERAL (
          SELECT coalesce(a.kind, 'other'), a.nas_id, coalesce(a.reseller_id, 0), coalesce(a.service_id, 0), coalesce(a.mac, ''),
            count(*)
          FROM radius.auth_log a
          WHERE a.isp_id = i.id AND a.response = 'Access-Reject'
            AND a.at >= ${new Date(hour * HOUR_MS)} AND a.at < ${new Date((hour + 1) * HOUR_MS)}
          GROUP BY 1, 2, 3, 4, 5) x
        ON CONFLICT (isp_id, hour, kind, nas_id, reseller_id, service_id, mac) DO UPDATE SET attempts = excluded.attempts
          WHERE t.attempts <> excluded.attempts`,
  );

/** Hours, the last excluded, in which all refused log-ins of an ISP are summed up; those of others may be in the log alone. */
export async function summedHours(pool: Database['pool'], ispId: number): Promise<{ first: number; end: number }> {
  const [row] = await query<{ first: number | null; last: number | null }>(
    pool,
    sql`SELECT min(t.hour) AS first, max(t.hour) AS last FROM radius.refusal_hour t WHERE t.isp_id = ${ispId}`,
  );
  return row?.first == null || row.last === null ? { first: 0, end: 0 } : { first: row.first, end: row.last + 1 };
}

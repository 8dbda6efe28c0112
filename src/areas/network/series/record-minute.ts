import type { Kernel } from '../../../core/kernel.ts';
import { execute, sql } from '../../../db/sql.ts';

/** The beginning of the minute. */
const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / 60_000) * 60_000);

/**
 * Adds to the current minute of each tenant how many services are online, as last counted
 * (`areas/insight/dashboard/count-services.ts`), and of each NAS its open sessions (`count-sessions.ts` there). The nodes add what they
 * have counted themselves (`radius/state/pulse`).
 */
export async function recordMinute({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<void> {
  await execute(
    db.pool,
    sql`WITH owner AS MATERIALIZED (
          SELECT t.isp_id, t.reseller_id, sum(t.online)::int AS online FROM crm.service_tally t GROUP BY 1, 2
        )
        INSERT INTO radius.pulse AS p (isp_id, reseller_id, minute, online)
        SELECT isp_id, reseller_id, ${minuteOf(clock.now())}::timestamptz, online FROM (
          SELECT isp_id, reseller_id, online FROM owner WHERE reseller_id > 0
          UNION ALL SELECT isp_id, 0, sum(online)::int FROM owner GROUP BY 1) o
        WHERE online > 0
        ORDER BY isp_id, reseller_id
        ON CONFLICT (isp_id, reseller_id, minute) DO UPDATE SET online = excluded.online`,
  );
  await execute(
    db.pool,
    sql`INSERT INTO radius.nas_pulse AS p (nas_id, minute, online)
        SELECT t.nas_id, ${minuteOf(clock.now())}::timestamptz, t.online FROM radius.nas_tally t WHERE t.online > 0 ORDER BY 1
        ON CONFLICT (nas_id, minute) DO UPDATE SET online = excluded.online`,
  );
}

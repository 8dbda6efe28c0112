import type { Database } from '../../../db/database.ts';
import { execute, query, raw, sql } from '../../../db/sql.ts';
import { HOUR_MS } from './vocabulary.ts';

const BATCH = 5_000;

/** Deletes hours that are older than their ISP keeps them, in batches, by the key. False: aborted before it finished. */
export async function purgeTraffic({ pool }: Pick<Database, 'pool'>, now: Date, signal: AbortSignal): Promise<boolean> {
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const isps = await query<{ id: number; days: number }>(
    pool,
    sql`SELECT isp_id AS id, traffic_history_days AS days FROM crm.isp_setting ORDER BY isp_id`,
  );
  for (const { id, days } of isps) {
    // Of an ISP without graphs the hours that have begun too.
    const before = days === 0 ? hour + 1 : hour - 24 * days;
    for (const table of ['radius.traffic_hour', 'radius.plan_traffic_hour'].map(raw))
      for (let deleted = BATCH; deleted === BATCH; ) {
        if (signal.aborted) return false;
        deleted = await execute(
          pool,
          sql`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table}
                WHERE isp_id = ${id} AND hour < ${before} ORDER BY hour LIMIT ${BATCH}))`,
        );
      }
  }
  return true;
}

import type { Database } from '../../../db/database.ts';
import { execute, raw, sql } from '../../../db/sql.ts';

/** Days for which events, and attempts to deliver them, are kept. */
const KEPT_DAYS = 30;
const BATCH = 5_000;

/** Deletes events, and attempts to deliver them, that are older, some thousand at a time. Returns whether it is done. */
export async function purgeEvents(db: Pick<Database, 'pool'>, now: Date, signal: AbortSignal): Promise<boolean> {
  for (const table of ['crm.event', 'crm.webhook_delivery']) {
    for (let deleted = BATCH; deleted === BATCH; ) {
      if (signal.aborted) return false;
      deleted = await execute(
        db.pool,
        // The oldest have the lowest ids, so no index on the time is needed.
        sql`DELETE FROM ${raw(table)} WHERE id IN (SELECT id FROM ${raw(table)} ORDER BY id LIMIT ${BATCH})
              AND at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`,
      );
    }
  }
  return true;
}

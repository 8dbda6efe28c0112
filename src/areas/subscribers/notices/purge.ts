import type { Database } from '../../../db/database.ts';
import { execute, sql } from '../../../db/sql.ts';

/** Days for which messages are kept: longer than a period whose volume they tell of, so that none is told twice. */
const KEPT_DAYS = 400;
const BATCH = 5_000;

/** Deletes messages that are older, some thousand at a time. Returns whether it is done. */
export async function purgeMessages(db: Pick<Database, 'pool'>, now: Date, signal: AbortSignal): Promise<boolean> {
  for (let deleted = BATCH; deleted === BATCH; ) {
    if (signal.aborted) return false;
    deleted = await execute(
      db.pool,
      // The oldest have the lowest ids, so no index on the time is needed.
      sql`DELETE FROM crm.notice_message WHERE id IN (SELECT id FROM crm.notice_message ORDER BY id LIMIT ${BATCH})
            AND created_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`,
    );
  }
  return true;
}

import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

/** What is known of a stranger is a telephone number, which is personal. */
const KEPT_DAYS = 90;
const BATCH = 1_000;

/**
 * Removes the calls of strangers that are older, and the tasks to call them back, some thousand at a time. Returns whether it is
 * done.
 */
export async function forgetStrangers(db: Pick<Database, 'pool'>, now: Date, signal: AbortSignal): Promise<boolean> {
  for (let removed = BATCH; removed === BATCH; ) {
    if (signal.aborted) return false;
    const [row] = await query<{ count: number }>(
      db.pool,
      sql`WITH old AS (
            SELECT l.isp_id, l.id FROM crm.call l
            WHERE l.customer_id IS NULL AND l.started_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})
            ORDER BY l.started_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
          ), tasks AS (
            DELETE FROM crm.task t USING old WHERE t.call_id = old.id
          ), calls AS (
            DELETE FROM crm.call l USING old WHERE l.id = old.id RETURNING 1
          )
          SELECT count(*)::int AS count FROM calls`,
    );
    removed = row?.count ?? 0;
  }
  return true;
}

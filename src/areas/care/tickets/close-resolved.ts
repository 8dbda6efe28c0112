import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

/** How long a subscriber may say that it is not resolved. */
const OPEN_DAYS = 7;
const BATCH = 1_000;

/** Closes tickets that have been resolved for a week, some thousand at a time. Returns whether it is done. */
export async function closeResolved(db: Pick<Database, 'pool'>, now: Date, signal: AbortSignal): Promise<boolean> {
  for (let closed = BATCH; closed === BATCH; ) {
    if (signal.aborted) return false;
    const [row] = await query<{ count: number }>(
      db.pool,
      sql`WITH old AS (
            SELECT t.id FROM crm.ticket t
            WHERE t.status = 'Resolved' AND t.resolved_at <= ${now}::timestamptz - make_interval(days => ${OPEN_DAYS})
            ORDER BY t.resolved_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
          ), closed AS (
            UPDATE crm.ticket t
            SET status = 'Closed', closed_at = ${now}, closed_by = 'system', updated_at = ${now}, updated_by = 'system'
            FROM old WHERE t.id = old.id RETURNING 1
          )
          SELECT count(*)::int AS count FROM closed`,
    );
    closed = row?.count ?? 0;
  }
  return true;
}

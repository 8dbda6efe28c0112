import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

/** The number of a stranger is personal, and nobody has to call back about a ticket that ended so long ago. */
const KEPT_DAYS = 90;
const BATCH = 1_000;

/**
 * Removes the numbers from tickets of strangers that were closed, cancelled or merged before, some thousand at a time. The ticket
 * stays for the reports. Returns whether it is done.
 */
export async function forgetNumbers(db: Pick<Database, 'pool'>, now: Date, signal: AbortSignal): Promise<boolean> {
  for (let emptied = BATCH; emptied === BATCH; ) {
    if (signal.aborted) return false;
    const [row] = await query<{ count: number }>(
      db.pool,
      sql`WITH old AS (
            SELECT t.id FROM crm.ticket t
            WHERE t.customer_id IS NULL AND t.number IS NOT NULL
              AND t.closed_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})
            ORDER BY t.closed_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
          ), emptied AS (
            UPDATE crm.ticket t SET number = NULL, e164 = NULL FROM old WHERE t.id = old.id RETURNING 1
          )
          SELECT count(*)::int AS count FROM emptied`,
    );
    emptied = row?.count ?? 0;
  }
  return true;
}

import type { Config } from '../../../config/config.ts';
import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { removeContent } from './delete.ts';

const BATCH = 200;

/**
 * Removes files whose time is over: those that say until when they are kept, and all others of customers who were deleted
 * FILES_KEEP_DAYS ago. Days are those of the ISP. Returns whether it is done.
 */
export async function forgetFiles(
  db: Pick<Database, 'transaction'>,
  now: Date,
  signal: AbortSignal,
  { files: { keepDays } }: Pick<Config, 'files'>,
): Promise<boolean> {
  for (let removed = BATCH; removed === BATCH; ) {
    if (signal.aborted) return false;
    removed = await db.transaction(async (tx) => {
      const old = await query<{ id: number }>(
        tx,
        sql`SELECT f.id FROM crm.file f
            JOIN crm.isp_setting s ON s.isp_id = f.isp_id
            LEFT JOIN crm.customer c ON c.id = f.customer_id AND c.deleted_at IS NOT NULL
            WHERE f.deleted_at IS NULL AND (f.keep_until < (${now}::timestamptz AT TIME ZONE s.timezone)::date
              OR (f.keep_until IS NULL AND c.deleted_at < ${now}::timestamptz - make_interval(days => ${keepDays})))
            ORDER BY f.id LIMIT ${BATCH} FOR UPDATE OF f SKIP LOCKED`,
      );
      removeContent(
        tx,
        old.map(({ id }) => id),
        { by: 'system', at: now },
      );
      return old.length;
    });
  }
  return true;
}

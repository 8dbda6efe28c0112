import type { Database } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';

/** Messages in one statement. */
const BATCH = 5_000;

/** Ends mass messages that have nothing left to send, and skips what was cancelled. */
export async function finishBroadcasts({ pool }: Pick<Database, 'pool'>, now: Date): Promise<void> {
  const cancelled = await query<{ id: number }>(
    pool,
    sql`SELECT b.id FROM crm.broadcast b WHERE b.ended_at IS NULL AND b.status = 'Cancelled'
          AND NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = b.isp_id) LIMIT 10`,
  );
  for (const { id } of cancelled)
    await execute(
      pool,
      sql`UPDATE crm.notice_message m SET status = 'Skipped', reason = 'the mass message was cancelled', done_at = ${now}::timestamptz
          WHERE m.id IN (SELECT w.id FROM crm.notice_message w WHERE w.broadcast_id = ${id} AND w.status = 'Queued'
            AND (w.leased_until IS NULL OR w.leased_until < now()) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
    );
  await execute(
    pool,
    sql`UPDATE crm.broadcast b SET status = CASE b.status WHEN 'Sending' THEN 'Done' ELSE b.status END,
          ended_at = ${now}::timestamptz, cursor = NULL
        WHERE b.ended_at IS NULL AND (b.status = 'Cancelled' OR b.status = 'Sending' AND b.cursor IS NULL)
          AND NOT EXISTS (SELECT FROM crm.notice_message m WHERE m.broadcast_id = b.id AND m.status = 'Queued')
          AND NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = b.isp_id)`,
  );
}

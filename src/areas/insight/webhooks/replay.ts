import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameters } from '../../../core/fault.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';

export const replayed = z.strictObject({
  id: wire.id(),
  after: wire.wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
  from: wire.timestamp().optional(),
});

/**
 * Has a webhook told again of what is still kept, in the order of the feed: as it was told before, with the same `webhook-id` of
 * each event. An attempt that is in progress is finished and does not count.
 */
export async function replayWebhook(
  tx: Tx,
  { scope }: Call,
  { id, after, from }: z.output<typeof replayed>,
): Promise<'done'> {
  if ((after === undefined) === (from === undefined))
    throw badParameters(['after', 'from'].map((parameter) => ({ parameter, problem: 'give either after or from' })));
  await lockForUpdate(tx, scope, { what: 'webhook', id });
  const cursor = after ?? (await lastBefore(tx, id, from as Date));
  await execute(
    tx,
    sql`UPDATE crm.webhook SET cursor = least(${cursor}::bigint, cursor), revision = revision + 1, attempts = 0, failing_since = NULL,
          retry_at = NULL WHERE id = ${id}`,
  );
  return 'done';
}

/** The id of the last event of the webhook's ISP before a time; 0 if none is kept. */
async function lastBefore(tx: Tx, webhookId: number, from: Date): Promise<number> {
  const [row] = await query<{ id: number }>(
    tx,
    sql`SELECT coalesce(min(e.id) - 1, max(w.cursor), 0)::float8 AS id FROM crm.webhook w
        LEFT JOIN crm.event e ON e.isp_id = w.isp_id AND e.at >= ${from}::timestamptz
        WHERE w.id = ${webhookId}`,
  );
  return row?.id ?? 0;
}

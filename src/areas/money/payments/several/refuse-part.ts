import { Fault } from '../../../../core/fault.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';

/** What was paid as one is cancelled as one. @throws Fault of kind `conflict` if the payment is a part of a receipt */
export async function refusePart(
  tx: Tx,
  { id, ispId, receiptId }: { readonly id: number; readonly ispId: number; readonly receiptId: number | null },
): Promise<void> {
  if (receiptId === null) return;
  const parts = await query<{ id: number }>(
    tx,
    sql`SELECT p.id FROM crm.payment p WHERE p.isp_id = ${ispId} AND p.receipt_id = ${receiptId} ORDER BY p.id`,
  );
  const ids = parts.map((each) => each.id).join(', ');
  throw new Fault(
    'conflict',
    `payment ${id} is a part of receipt ${receiptId}, which is cancelled as a whole, with payments ${ids}; use payment/cancel_receipt`,
  );
}

import type { Database } from '../../../db/database.ts';
import { execute, sql } from '../../../db/sql.ts';

const BATCH = 200;

/**
 * Takes the names of erased customers out of invoices whose time is over, as `crm.is_buyer_erased` has it. Returns whether it is done.
 */
export async function forgetBuyers(
  { pool }: Pick<Database, 'pool'>,
  _now: Date,
  signal: AbortSignal,
): Promise<boolean> {
  for (let changed = BATCH; changed === BATCH; ) {
    if (signal.aborted) return false;
    changed = await execute(
      pool,
      sql`UPDATE crm.invoice i SET buyer = jsonb_build_object('name', 'Erased customer ' || i.customer_id),
            tax_document = i.tax_document || '{"buyer_tax_number": null}'
          WHERE i.id IN (
            SELECT o.id FROM crm.customer_erasure e JOIN crm.invoice o ON o.customer_id = e.customer_id
            WHERE o.issued_on < current_date - interval '9 years' AND o.buyer ? 'address'
            ORDER BY o.id LIMIT ${BATCH} FOR UPDATE OF o SKIP LOCKED)`,
    );
  }
  return true;
}

import { Fault } from '../../../core/fault.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

const HOUR_MS = 60 * 60_000;

interface Asked {
  readonly customerId: number;
  /** Undefined: no limit. */
  readonly max: number | undefined;
  readonly now: Date;
}

/**
 * Limits the orders that a customer opens themselves: each is one at the ISP's account. Failed ones count too.
 * @throws Fault of kind `tooMany`
 */
export async function checkHourly(tx: Tx, { customerId, max, now }: Asked): Promise<void> {
  if (max === undefined) return;
  // The services of a customer are locked one by one: without this, each could pass the count at the same moment.
  await query(tx, sql`SELECT pg_advisory_xact_lock(hashtext('crm.payment_order'), ${customerId}::int)`);
  const since = new Date(now.getTime() - HOUR_MS);
  const [found] = await query<{ count: number }>(
    tx,
    sql`SELECT count(*)::int AS count FROM crm.payment_order o
        WHERE o.customer_id = ${customerId} AND o.created_at > ${since}::timestamptz AND o.created_by LIKE 'subscriber %'`,
  );
  if ((found?.count ?? 0) >= max)
    throw new Fault('tooMany', `you began ${max} payments within an hour; pay one of them, or try again later`);
}

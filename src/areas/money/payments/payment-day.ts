import { badParameter } from '../../../core/fault.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

interface Paid {
  readonly serviceId: number;
  readonly paidOn: string;
  /** The ISP's day. */
  readonly today: string;
}

/**
 * Checks the day on which a payment is said to have been made: not in the future, not before anybody knew the customer, not longer
 * ago than the ISP accepts, and none
 * of which the books are closed. They cannot be closed before this transaction ends.
 * @throws Fault of kind `badInput`
 */
export async function checkPaymentDay(tx: Tx, { serviceId, paidOn, today }: Paid): Promise<void> {
  if (paidOn > today) throw badParameter('payment_date', `must not be after today, ${today}`);
  if (paidOn === today) return;
  const [row] = await query<{ closed: string | null; days: number; oldest: string; began: string }>(
    tx,
    sql`SELECT i.books_closed_upto AS closed, i.backdate_days AS days, ${today}::date - i.backdate_days AS oldest,
          least(s.bill_from, (least(s.created_at, c.created_at, (SELECT min(l.created_at) FROM crm.lead l
            WHERE l.isp_id = s.isp_id AND l.service_id = s.id)) AT TIME ZONE i.timezone)::date) AS began
        FROM crm.service s
        JOIN crm.customer c ON c.id = s.customer_id
        JOIN crm.isp_setting i ON i.isp_id = s.isp_id
        WHERE s.id = ${serviceId} FOR SHARE OF i`,
  );
  if (!row) throw new Error(`service ${serviceId} has no settings`);
  if (paidOn < row.began)
    throw badParameter('payment_date', `must not be before ${row.began}, when the customer was added`);
  if (paidOn < row.oldest)
    throw badParameter('payment_date', `must not be before ${row.oldest}, because backdate_days is ${row.days}`);
  if (row.closed !== null && paidOn <= row.closed)
    throw badParameter('payment_date', `must be after ${row.closed}, because the books are closed up to that day`);
}

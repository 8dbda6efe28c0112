import type pg from 'pg';
import { query, sql } from '../../../db/sql.ts';
import type { Day } from '../subscription.ts';

/** Free prepaid services have no payment to wait for; the clock may be so many days late for them. */
const LATE_DAYS = 7;

/**
 * The services of an ISP that time may do something to, each branch by an index of its own. Those who wait for a payment are
 * not among them: the payment looks after them.
 */
export async function candidatesOf(pool: pg.Pool, ispId: number, today: Day): Promise<number[]> {
  const rows = await query<{ id: number }>(
    pool,
    sql`SELECT s.id FROM crm.service s
        WHERE s.isp_id = ${ispId} AND s.deleted_at IS NULL AND s.status IN ('Active', 'NP') AND s.valid_upto < ${today}::date
          AND (s.prepaid_postpaid = 'Postpaid' OR s.promise_upto IS NULL OR s.promise_upto < ${today}::date)
        UNION
        SELECT s.id FROM crm.service s JOIN crm.isp_setting i ON i.isp_id = s.isp_id AND i.suspend_clock = 'run'
        WHERE s.isp_id = ${ispId} AND s.deleted_at IS NULL AND s.status = 'Suspend' AND s.valid_upto < ${today}::date
          AND s.prepaid_postpaid = 'Postpaid'
        UNION
        SELECT s.id FROM crm.service s
        WHERE s.isp_id = ${ispId} AND s.deleted_at IS NULL AND s.status = 'NPD' AND NOT s.billed
          AND s.valid_upto < ${today}::date AND s.prepaid_postpaid = 'Postpaid'
        UNION
        SELECT s.id FROM crm.service s
        WHERE s.isp_id = ${ispId} AND s.deleted_at IS NULL AND s.status = 'NewRequest' AND s.bill_from <= ${today}::date
          AND (s.prepaid_postpaid = 'Postpaid' OR s.os_amt < 0 OR s.bill_from > ${today}::date - ${LATE_DAYS}::int)
        UNION
        SELECT s.id FROM crm.invoice v JOIN crm.service s ON s.id = v.service_id
        JOIN crm.isp_setting i ON i.isp_id = s.isp_id
        WHERE v.isp_id = ${ispId} AND v.paid_at IS NULL AND v.due_on < ${today}::date AND s.deleted_at IS NULL
          AND s.prepaid_postpaid = 'Postpaid'
          AND (s.status = 'Active' AND (s.promise_upto IS NULL OR s.promise_upto < ${today}::date)
            OR s.status IN ('Active', 'NP') AND v.late_fee_at IS NULL AND i.late_fee_amt + i.late_fee_percent > 0)
        UNION
        SELECT s.id FROM crm.service s
        WHERE s.isp_id = ${ispId} AND s.deleted_at IS NULL AND s.status = 'NP' AND s.grace_upto < ${today}::date
        UNION
        SELECT s.id FROM crm.service s
        WHERE s.isp_id = ${ispId} AND s.deleted_at IS NULL AND s.status = 'Active' AND s.promise_upto < ${today}::date
        UNION
        SELECT s.id FROM crm.service s JOIN crm.isp_setting i ON i.isp_id = s.isp_id
        WHERE s.isp_id = ${ispId} AND s.deleted_at IS NULL AND s.status IN ('Active', 'NP') AND s.os_amt > 0
          AND (s.promise_upto IS NULL OR s.promise_upto < ${today}::date)
          AND s.os_amt > coalesce(s.credit_limit, i.default_credit_limit)
        ORDER BY id`,
  );
  return rows.map((row) => row.id);
}

/** The ISPs that live, each with the zone that its days are counted in. */
export function ispsOf(pool: pg.Pool) {
  return query<{ isp_id: number; timezone: string }>(
    pool,
    sql`SELECT s.isp_id, s.timezone FROM crm.isp_setting s JOIN crm.isp i ON i.id = s.isp_id
        WHERE i.deleted_at IS NULL ORDER BY s.isp_id`,
  );
}

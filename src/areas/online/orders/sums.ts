import { type Sql, sql } from '../../../db/sql.ts';

/** What was paid for an order `o`: all of its payments, whatever became of them. */
export const PAID: Sql = sql`(
  SELECT coalesce(sum(p.amt), 0)::numeric(14, 2) FROM crm.gateway_payment p WHERE p.order_id = o.id)`;

/** What went back of that: refunds and lost disputes. */
export const RETURNED: Sql = sql`(
  SELECT coalesce(sum(least(p.amt, p.refunded_amt + p.lost_amt)), 0)::numeric(14, 2)
  FROM crm.gateway_payment p WHERE p.order_id = o.id)`;

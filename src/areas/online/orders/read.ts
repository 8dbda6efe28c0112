import { notFound } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import { join, query, type Sql, sql } from '../../../db/sql.ts';
import { payAddress } from '../gateways/pay-address.ts';
import { OUTCOME, type Outcome } from './outcome.ts';
import { PAID, RETURNED } from './sums.ts';
import type { OrderStatus, Purpose } from './vocabulary.ts';

/** What a subscriber sees of an order. */
export interface OrderView extends Outcome {
  readonly id: number;
  readonly serviceid: number;
  readonly amt: string;
  readonly currency: string;
  readonly status: OrderStatus;
  readonly purpose: Purpose;
  /** What was paid, and what of it went back. */
  readonly paid_amt: string;
  readonly returned_amt: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** Of what is done with the payment; null: it is for money alone, or not paid yet. */
  readonly done: boolean | null;
  /** Null if it can no longer be paid. */
  readonly pay_url: string | null;
}

type ReadingKernel = Pick<Kernel, 'db' | 'config' | 'secretsKeys' | 'clock'>;

/** @throws Fault of kind `notFound` if the order is not in the scope */
export async function readOrder(kernel: ReadingKernel, scope: Scope, id: number): Promise<OrderView> {
  const order = await newest(kernel, scope, sql`o.id = ${id}`);
  if (!order) throw notFound('payment order', id);
  return order;
}

/** The latest order that the provider has had, of those opened since; null if there is none. */
export async function readLatestOrder(kernel: ReadingKernel, scope: Scope, since: Date): Promise<OrderView | null> {
  return newest(kernel, scope, sql`o.created_at > ${since}::timestamptz AND o.status NOT IN ('New', 'Failed')`);
}

async function newest(kernel: ReadingKernel, scope: Scope, which: Sql): Promise<OrderView | null> {
  const { deleted: _, location } = serviceScope('s');
  const columns = { isp: 'o.isp_id', reseller: 'o.reseller_id', customer: 'o.customer_id', location };
  const conditions = [which, ...scopeConditions(scope, columns)];
  const [order] = await query<Omit<OrderView, 'pay_url'>>(
    kernel.db.pool,
    sql`SELECT o.id, o.service_id AS serviceid, o.amt, o.currency, o.status, o.purpose, o.created_at, o.expires_at,
          CASE WHEN o.fulfilled_at IS NOT NULL THEN true WHEN o.unfulfilled IS NOT NULL THEN false END AS done,
          ${PAID} AS paid_amt, ${RETURNED} AS returned_amt, ${OUTCOME}
        FROM crm.payment_order o JOIN crm.service s ON s.id = o.service_id
        JOIN crm.isp_setting t ON t.isp_id = o.isp_id
        WHERE ${join(conditions, ' AND ')} ORDER BY o.id DESC LIMIT 1`,
  );
  if (!order) return null;
  const isPayable = order.status === 'Open' && kernel.clock.now() < order.expires_at;
  return { ...order, pay_url: isPayable ? payAddress(kernel, order.id) : null };
}

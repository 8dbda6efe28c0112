import { Decimal } from 'decimal.js';
import { beginAudit } from '../../../core/access/begin-audit.ts';
import { partOf, wholeInstallation } from '../../../core/tenancy/scope.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, type Sql, sql } from '../../../db/sql.ts';
import { recordOnlinePayment } from '../../money/payments/online.ts';
import type { ProviderPayment } from '../gateways/provider.ts';
import { fulfil, stateBefore } from './fulfil.ts';
import { asKnown, isSame, problemOf, type StoredPayment } from './known-payments.ts';
import { keptOf, nextCheck, statusOf } from './life-cycle.ts';
import { type Order, orderColumns, type Settling } from './order.ts';
import type { OrderStatus } from './vocabulary.ts';

/** In the audit, and in `created_by`: nobody of the staff. */
const GATEWAY = 'payment gateway';

/**
 * Records what the provider said of an order's payments, in one transaction: the payments, the ledger through the rules of
 * billing, and the effects on live sessions. The order is locked first, so that those who bring the same news come one after
 * the other, and the later find it recorded.
 * @param seen the order as it was before the provider was asked
 * @returns the status of the order; `outdated` if there were news of it since: then the provider must be asked again
 */
export function recordPayments(
  kernel: Settling,
  seen: Order,
  payments: readonly ProviderPayment[],
): Promise<OrderStatus | 'outdated'> {
  return kernel.db.transaction(async (tx) => {
    const order = await lockOrder(tx, seen.id);
    if (order.revision !== seen.revision) return 'outdated';
    const stored = await storedPayments(tx, order.id);
    const known = new Map(stored.map((payment) => [payment.providerPaymentId, payment]));
    const news = payments
      .map((payment) => ({ before: known.get(payment.id), now: asKnown(order, payment), at: payment.at }))
      .filter(({ before, now }) => !before || !isSame(before, now));
    const all = [
      ...stored.filter((each) => !news.some(({ before }) => before === each)),
      ...news.map(({ now }) => now),
    ];
    const now = kernel.clock.now();
    const status = statusOf(order, all, now);
    if (news.length > 0 || status !== order.status) await auditSettling(tx, order);
    const before = await stateBefore(tx, order);
    for (const each of news) await recordPayment(tx, kernel, { order, ...each });
    const scope = { ...partOf(wholeInstallation, { ispId: order.ispId, resellerId: null }), by: GATEWAY };
    const { unfulfilled } = status === 'Paid' ? await fulfil(tx, { scope, kernel }, { order, before }) : order;
    const checkAt = nextCheck({ ...order, status }, now);
    await execute(
      tx,
      sql`UPDATE crm.payment_order SET status = ${status}, check_at = ${checkAt}::timestamptz, check_failures = 0,
            problem = ${problemOf({ ...order, unfulfilled }, all)}, revision = revision + ${news.length > 0 ? 1 : 0},
            updated_at = CASE WHEN status = ${status} THEN updated_at ELSE now() END, updated_by = ${GATEWAY}
          WHERE id = ${order.id}`,
    );
    return status;
  });
}

interface RecordedPayment extends StoredPayment {
  readonly id: number;
  readonly paymentId: number | null;
  readonly paidOn: string;
}

async function lockOrder(tx: Tx, id: number): Promise<Order> {
  const [order] = await query<Order>(
    tx,
    sql`SELECT ${orderColumns} FROM crm.payment_order o WHERE o.id = ${id} FOR NO KEY UPDATE`,
  );
  if (!order) throw new Error(`order ${id} is not there`);
  return order;
}

const storedPayments = (tx: Tx, orderId: number): Promise<RecordedPayment[]> =>
  query(
    tx,
    sql`SELECT p.id, p.provider_payment_id AS "providerPaymentId", p.amt, p.currency, p.refunded_amt AS "refundedAmt",
          p.lost_amt AS "lostAmt", p.dispute, p.held_reason AS "heldReason", p.payment_id AS "paymentId",
          p.paid_on AS "paidOn"
        FROM crm.gateway_payment p WHERE p.order_id = ${orderId} ORDER BY p.id`,
  );

/** No login user does this, so the audit names the gateway; the event is the ISP's, and its reseller's. */
const auditSettling = (tx: Tx, { id, ispId, resellerId }: Order): Promise<void> =>
  beginAudit(tx, {
    ...{ userId: null, username: GATEWAY, ispId, resellerId, address: null, via: null },
    ...{ procedure: 'order.settle', target: `id=${id}` },
  });

interface News {
  readonly order: Order;
  readonly before: RecordedPayment | undefined;
  readonly now: StoredPayment;
  readonly at: Date;
}

async function recordPayment(tx: Tx, kernel: Settling, { order, before, now, at }: News): Promise<void> {
  const paidOn = before?.paidOn ?? (await dayOfPayment(tx, kernel, { order, at }));
  const kept = now.heldReason === null ? keptOf(now) : new Decimal(0);
  const keptBefore = before && before.heldReason === null ? keptOf(before) : new Decimal(0);
  const scope = { ...partOf(wholeInstallation, { ispId: order.ispId, resellerId: null }), by: GATEWAY };
  const paymentId = kept.equals(keptBefore)
    ? (before?.paymentId ?? null)
    : await recordOnlinePayment(
        tx,
        { scope, kernel },
        {
          ...{ serviceId: order.serviceId, customerId: order.customerId, amt: kept, paidOn },
          refNo: now.providerPaymentId.slice(0, 64),
          recordedAs: before?.paymentId ?? null,
          reason: new Decimal(now.lostAmt).greaterThan(before?.lostAmt ?? 0) ? 'charged back' : 'refunded',
        },
      );
  await execute(tx, before ? updateOf(before.id, now, paymentId) : insertionOf(order, now, { paymentId, paidOn }));
}

/** Fails if the payment is that of another order, which no provider says; then nothing is recorded. */
const insertionOf = (order: Order, now: StoredPayment, made: { paymentId: number | null; paidOn: string }): Sql =>
  sql`INSERT INTO crm.gateway_payment (isp_id, order_id, gateway_id, provider_payment_id, amt, currency,
        refunded_amt, lost_amt, dispute, held_reason, payment_id, paid_on)
      VALUES (${order.ispId}, ${order.id}, ${order.gatewayId}, ${now.providerPaymentId}, ${now.amt}, ${now.currency},
        ${now.refundedAmt}, ${now.lostAmt}, ${now.dispute}, ${now.heldReason}, ${made.paymentId}, ${made.paidOn}::date)`;

const updateOf = (id: number, now: StoredPayment, paymentId: number | null): Sql =>
  sql`UPDATE crm.gateway_payment SET amt = ${now.amt}, refunded_amt = ${now.refundedAmt}, lost_amt = ${now.lostAmt},
        dispute = ${now.dispute}, held_reason = ${now.heldReason}, payment_id = ${paymentId}, updated_at = now()
      WHERE id = ${id}`;

/** The ISP's day on which the provider took the money, not before the order and not in the future. */
async function dayOfPayment(tx: Tx, { clock }: Settling, { order, at }: { order: Order; at: Date }): Promise<string> {
  const [setting] = await query<{ timezone: string }>(
    tx,
    sql`SELECT timezone FROM crm.isp_setting WHERE isp_id = ${order.ispId}`,
  );
  const time = Math.min(Math.max(at.getTime(), order.createdAt.getTime()), clock.now().getTime());
  return dayOf(new Date(time), setting?.timezone ?? 'UTC');
}

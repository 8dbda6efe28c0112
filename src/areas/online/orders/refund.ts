import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import { badParameter, Fault, parameterFault } from '../../../core/fault.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import * as wire from '../../../core/wire/index.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { checkDailyLimit } from '../../money/adjustments/limit.ts';
import { ProviderAway } from '../gateways/call-provider.ts';
import { toMinorUnits } from '../gateways/minor-units.ts';
import type { Opening } from './open.ts';
import { settleOrder } from './settle.ts';
import { REFUND_STATUSES } from './vocabulary.ts';

export const newRefund = z.strictObject({
  id: wire.id(),
  amt: wire.money().optional(),
  reason: wire.text(),
});

export const refundOutcome = z.object({
  id: wire.count(),
  status: wire.oneOf(REFUND_STATUSES),
  amt: wire.asStored(wire.money()),
});

export type Refunding = Opening & { readonly actor: Actor };

/**
 * Gives money of an order back by its provider. It is noted first, and sent until the provider has answered: a refund whose
 * status is `Requested` in the result will be sent by the job. The payment is corrected as soon as the provider has the refund.
 * @throws Fault: `notFound`, `badInput`, `conflict` if so much is not left, it is above the caller's limit of the day, or the provider refuses
 */
export async function refundOrder(
  { scope, actor, kernel, transaction }: Refunding,
  { id, amt, reason }: z.output<typeof newRefund>,
): Promise<z.output<typeof refundOutcome>> {
  const refund = await transaction(async (tx) => {
    await lockForUpdate(tx, scope, { what: 'payment order', id });
    return insertRefund(tx, { orderId: id, amt, reason, actor, by: scope.by, now: kernel.clock.now() });
  });
  try {
    await settleOrder(kernel, id, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
  }
  const [now] = await query<{ status: (typeof REFUND_STATUSES)[number]; problem: string | null }>(
    kernel.db.pool,
    sql`SELECT status, problem FROM crm.payment_refund WHERE id = ${refund.id}`,
  );
  if (now?.status === 'Refused') throw new Fault('conflict', now.problem ?? 'the provider refused');
  return { id: refund.id, status: now?.status ?? 'Requested', amt: refund.amt };
}

interface Asked {
  readonly orderId: number;
  readonly amt: string | undefined;
  readonly reason: string;
  readonly actor: Actor;
  readonly by: string;
  readonly now: Date;
}

interface Refundable {
  readonly id: number;
  readonly ispId: number;
  readonly zone: string;
  readonly currency: string;
  readonly left: string;
}

/** The newest payment of an order that has so much left, and how much it is. Most orders have one payment. */
async function refundedPayment(
  tx: Tx,
  { orderId, amt }: Pick<Asked, 'orderId' | 'amt'>,
): Promise<{ payment: Refundable; wanted: Decimal }> {
  const payments = await query<Refundable>(
    tx,
    sql`SELECT p.id, p.isp_id AS "ispId", t.timezone AS zone, p.currency, p.amt - p.refunded_amt - p.lost_amt - coalesce(
            (SELECT sum(r.amt) FROM crm.payment_refund r WHERE r.gateway_payment_id = p.id AND r.status = 'Requested'), 0) AS left
        FROM crm.gateway_payment p JOIN crm.isp_setting t ON t.isp_id = p.isp_id
        WHERE p.order_id = ${orderId} ORDER BY p.id DESC`,
  );
  const refundable = payments.filter(({ left }) => new Decimal(left).greaterThan(0));
  if (refundable.length === 0) throw new Fault('conflict', `nothing is left of payment order ${orderId} to refund`);
  if (amt === undefined && refundable.length > 1)
    throw badParameter('amt', `is required, because payment order ${orderId} was paid ${refundable.length} times`);
  const wanted = new Decimal(amt ?? refundable[0]?.left ?? 0);
  if (!wanted.greaterThan(0)) throw badParameter('amt', 'must be above 0');
  const payment = refundable.find(({ left }) => wanted.lessThanOrEqualTo(left));
  const most = Decimal.max(...refundable.map(({ left }) => left));
  if (!payment)
    throw parameterFault('conflict', 'amt', `must be at most ${most.toFixed(2)}, which can still be refunded`);
  if (toMinorUnits(wanted.toFixed(2), payment.currency) === null)
    throw badParameter('amt', `must be a whole number, because ${payment.currency} has no smaller unit`);
  return { payment, wanted };
}

async function insertRefund(tx: Tx, asked: Asked): Promise<{ id: number; amt: string }> {
  const { orderId, reason, actor, by, now } = asked;
  const { payment, wanted } = await refundedPayment(tx, asked);
  await query(
    tx,
    sql`UPDATE crm.payment_order SET check_at = ${now}::timestamptz, revision = revision + 1 WHERE id = ${orderId}`,
  );
  await checkDailyLimit(tx, actor, { ispId: payment.ispId, day: dayOf(now, payment.zone), amt: wanted });
  const [refund] = await query<{ id: number; amt: string }>(
    tx,
    sql`INSERT INTO crm.payment_refund (isp_id, order_id, gateway_payment_id, amt, reason, created_at, created_by)
        VALUES (${payment.ispId}, ${orderId}, ${payment.id}, ${wanted.toFixed(2)}, ${reason}, ${now}::timestamptz, ${by})
        RETURNING id, amt`,
  );
  if (!refund) throw new Error('no refund was inserted');
  return refund;
}

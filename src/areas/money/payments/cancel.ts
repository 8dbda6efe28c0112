import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import type { Call } from '../../../core/call.ts';
import { Fault } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { checkCashHeld } from './cash.ts';
import { lockPayment, type RecordedPayment } from './recorded-payment.ts';
import { refusePart } from './several/refuse-part.ts';
import { takeBack, type takenBack } from './take-back.ts';

export const cancelledPayment = z.strictObject({
  id: wire.id(),
  reason: wire.text(),
  preview: wire.flagYN().default(false),
});

/**
 * Cancels a payment that was entered by mistake. Collectors undo their own payments of the day, while they hold the cash; after
 * that the money may be elsewhere, so it takes `payment.cancel`. What came by a gateway is refunded: the provider has the money.
 */
export async function cancelPayment(
  tx: Tx,
  call: Call & { readonly actor: Actor },
  { id, reason, preview }: z.output<typeof cancelledPayment>,
  { withItsReceipt = false } = {},
): Promise<z.output<typeof takenBack>> {
  const { actor } = call;
  const payment = await lockPayment(tx, call, id);
  if (!withItsReceipt) await refusePart(tx, payment);
  if (payment.isOnline && payment.status !== 'Cancelled' && actor.resellerId === null)
    throw new Fault('conflict', `payment ${id} came by a payment gateway, so it goes back by payment/order/refund`);
  const undoes = !actor.permissions.has('payment.cancel');
  if (undoes) refuseUnlessOwn(actor, payment);
  const outcome = await takeBack(tx, call, payment, { reason, preview, bouncedOn: null });
  // After it was posted, which locked the balance.
  if (undoes && payment.mode === 'Cash')
    await checkCashHeld(tx, actor, { ispId: payment.ispId, less: new Decimal(preview ? payment.amt : 0) });
  return outcome;
}

/** @throws Fault of kind `forbidden` */
function refuseUnlessOwn(actor: Actor, { id, collectedBy, enteredOn, today }: RecordedPayment): void {
  const needs = (why: string) =>
    new Fault('forbidden', `payment ${id} ${why}, so cancelling it takes the permission payment.cancel`);
  if (collectedBy !== actor.userId) throw needs('was taken by another login user');
  if (enteredOn !== today) throw needs(`was entered on ${enteredOn}`);
}

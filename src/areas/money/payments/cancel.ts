import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import type { Call } from '../../../core/call.ts';
import { Fault } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
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
  if (undoes && payment.mode === 'Cash') {
    await refuseHandedOver(tx, actor, payment);
    await checkCashHeld(tx, actor, { ispId: payment.ispId, less: new Decimal(preview ? payment.amt : 0) });
  }
  return outcome;
}

/** @throws Fault of kind `forbidden` */
function refuseUnlessOwn(actor: Actor, { id, collectedBy, enteredOn, today }: RecordedPayment): void {
  if (collectedBy !== actor.userId) throw needsPermission(id, 'was taken by another login user');
  if (enteredOn !== today) throw needsPermission(id, `was entered on ${enteredOn}`);
}

/**
 * What a collector has taken later is the cash of others: it does not stand for what was handed over.
 * @throws Fault of kind `forbidden`
 */
async function refuseHandedOver(tx: Tx, actor: Actor, { id, entryId }: RecordedPayment): Promise<void> {
  const given = await query<{ id: string }>(
    tx,
    sql`SELECT e.id::text AS id FROM crm.ledger_account a
        JOIN crm.ledger_line l ON l.account_id = a.id AND l.amt < 0 AND l.entry_id > ${entryId}
        JOIN crm.ledger_entry e ON e.id = l.entry_id AND e.kind IN ('cash_settlement', 'cash_handover')
        WHERE a.user_id = ${actor.userId} LIMIT 1`,
  );
  if (given.length > 0) throw needsPermission(id, 'was taken before cash was handed over');
}

const needsPermission = (id: number, why: string) =>
  new Fault('forbidden', `payment ${id} ${why}, so cancelling it takes the permission payment.cancel`);

import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import type { Call } from '../../../core/call.ts';
import { badParameter, Fault } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { bounceFee } from '../billing/life-cycle/actions/bounce-fee.ts';
import { lockPayment, type RecordedPayment } from './recorded-payment.ts';
import { refusePart } from './several/refuse-part.ts';
import { takeBack, type takenBack } from './take-back.ts';

/** `bounced_on`: the day on which the bank returned it, default today. `fee_amt`: what the subscriber is charged for it. */
export const bouncedPayment = z.strictObject({
  id: wire.id(),
  bounced_on: wire.ymd().optional(),
  fee_amt: wire.money().default('0.00'),
  reason: wire.text(),
  preview: wire.flagYN().default(false),
});

/** A cheque, a draft or a debit of an account can come back; cash, cards and payments of a gateway are cancelled or refunded. */
const RETURNABLE: readonly string[] = ['Cheque', 'DD', 'Bank'];

/** A payment that the bank has returned: it is taken back as one that was never made, and the subscriber is charged a fee. */
export async function bouncePayment(
  tx: Tx,
  call: Call & { readonly actor: Actor },
  { id, reason, preview, bounced_on, fee_amt }: z.output<typeof bouncedPayment>,
): Promise<z.output<typeof takenBack>> {
  const payment = await lockPayment(tx, call, id);
  await refusePart(tx, payment);
  if (!RETURNABLE.includes(payment.mode) || payment.isOnline)
    throw new Fault(
      'conflict',
      `payment ${id} was made by ${payment.mode}; only a Cheque, a DD or a Bank payment can bounce, so cancel or refund it`,
    );
  const bouncedOn = bounced_on ?? payment.today;
  checkDay(bouncedOn, payment);
  const fee = new Decimal(fee_amt);
  return takeBack(tx, call, payment, { reason, preview, bouncedOn, also: (draft) => bounceFee(draft, { id, fee }) });
}

/** @throws Fault of kind `badInput` */
function checkDay(day: string, { paidOn, today }: RecordedPayment): void {
  if (day < paidOn) throw badParameter('bounced_on', `must not be before ${paidOn}, the day of the payment`);
  if (day > today) throw badParameter('bounced_on', `must not be after today, ${today}`);
}

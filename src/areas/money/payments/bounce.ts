import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import type { Call } from '../../../core/call.ts';
import { badParameter, Fault } from '../../../core/fault.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { bounceFee } from '../billing/life-cycle/actions/bounce-fee.ts';
import { lockPayment, type RecordedPayment } from './recorded-payment.ts';
import { receiptTakenBack, takeBackReceipt } from './several/take-back-receipt.ts';
import { takeBack, takenBack } from './take-back.ts';

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

type Bounced = z.output<typeof bouncedPayment>;
type Calling = Call & { readonly actor: Actor };

export const bounceOutcome = z.union([...takenBack.options, ...receiptTakenBack.options.slice(1)]);

/**
 * A payment that the bank has returned: it is taken back as one that was never made, and the subscriber is charged a fee. With a
 * part of a receipt the bank has returned all of it; the fee is charged to the service of the payment that was named.
 */
export async function bouncePayment(tx: Tx, call: Calling, bounced: Bounced): Promise<z.output<typeof bounceOutcome>> {
  const receiptId = await receiptOf(tx, call.scope, bounced.id);
  if (receiptId === null) return bounceOne(tx, call, bounced);
  return takeBackReceipt(tx, call, receiptId, (id) =>
    bounceOne(tx, call, id === bounced.id ? bounced : { ...bounced, id, fee_amt: '0.00' }),
  );
}

/**
 * Which never changes, so nothing is locked yet: the services of a receipt come before its payments. A payment of another tenant has
 * none, and is then not found.
 */
async function receiptOf(tx: Tx, scope: Scope, paymentId: number): Promise<number | null> {
  const { location } = serviceScope('s');
  const columns = { isp: 'p.isp_id', reseller: 'p.reseller_id', location };
  const conditions = [sql`p.id = ${paymentId}`, ...scopeConditions(scope, columns)];
  const [payment] = await query<{ receiptId: number | null }>(
    tx,
    sql`SELECT p.receipt_id AS "receiptId" FROM crm.payment p JOIN crm.service s ON s.id = p.service_id
        WHERE ${join(conditions, ' AND ')}`,
  );
  return payment?.receiptId ?? null;
}

async function bounceOne(
  tx: Tx,
  call: Calling,
  { id, reason, preview, bounced_on, fee_amt }: Bounced,
): Promise<z.output<typeof takenBack>> {
  const payment = await lockPayment(tx, call, id);
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

import type { Decimal } from 'decimal.js';
import type { Actor } from '../../../core/access/actor.ts';
import type { Call } from '../../../core/call.ts';
import { parameterFault } from '../../../core/fault.ts';
import { amountText } from '../../../core/money.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import { insert } from '../../../db/write.ts';
import { changeTogether } from '../billing/change-together.ts';
import { postPayment } from '../billing/life-cycle/actions/payment.ts';
import type { Draft, DraftEntry } from '../billing/model/draft.ts';
import type { Subscription } from '../billing/model/subscription.ts';
import { total, ZERO } from '../billing/pricing/amounts.ts';
import { readLateFees } from '../billing/store/read-late-fees.ts';
import { referenceColumns } from './bank-reference.ts';
import { checkCash, refuseForeignCash } from './cash.ts';
import { checkCollector } from './collector.ts';
import { findSamePayment, refuseRepetition, type SamePayment } from './duplicates.ts';
import type { Payable } from './payable.ts';
import { checkPaymentDay } from './payment-day.ts';
import type { Part } from './several/allocate.ts';
import type { PAYMENT_MODES } from './vocabulary.ts';

type Paying = Call & { readonly actor: Actor };

/** What all parts of a payment have in common. */
export interface Payment {
  readonly mode: (typeof PAYMENT_MODES)[number];
  readonly payment_date?: string | undefined;
  readonly ref_no?: string | undefined;
  readonly ref_date?: string | undefined;
  readonly ref_bank?: string | undefined;
  readonly allow_duplicate: boolean;
  readonly preview: boolean;
}

interface Prepared {
  readonly payment: Payment;
  readonly services: readonly [Payable, ...Payable[]];
  readonly paidOn: string;
  readonly today: string;
}

interface PostedPart extends Part {
  readonly entry: DraftEntry;
}

/** Checks what does not depend on what the services owe. They are of one customer, and its reference is locked. */
export async function preparePayment(
  tx: Tx,
  { actor, kernel }: Paying,
  payment: Payment,
  services: Prepared['services'],
): Promise<Prepared> {
  const [{ timezone, ispId }] = services;
  const today = dayOf(kernel.clock.now(), timezone);
  const paidOn = payment.payment_date ?? today;
  for (const { id } of services) await checkPaymentDay(tx, { serviceId: id, paidOn, today });
  for (const { resellerId, paymentBy } of services)
    checkCollector(actor, { mode: payment.mode, resellerId, paymentBy });
  if (payment.mode === 'Cash') await refuseForeignCash(tx, actor, ispId);
  return { payment, services, paidOn, today };
}

/** Posts a payment to the services that `allocate` gives a part of it, once they are locked. */
export async function takePayment(
  tx: Tx,
  call: Paying,
  { payment, services, paidOn, today }: Prepared,
  allocate: (drafts: readonly Draft[]) => readonly Part[],
) {
  const { actor, scope } = call;
  const { mode, preview } = payment;
  const [{ ispId }] = services;
  const finding = findSamePayment(tx, scope, { ispId, ...payment });
  const parts: PostedPart[] = [];
  const change = { serviceIds: services.map(({ id }) => id), includeDeleted: true, preview };
  const changing = changeTogether(tx, call, change, async (drafts) => {
    if (!preview && !payment.allow_duplicate) refuseRepetition(payment.ref_no, await finding);
    for (const { draft, amt } of allocate(drafts)) {
      refuseAdvance(draft.subscription, amt);
      const moved = [{ on: paidOn, amt }];
      const late = paidOn === today ? null : { fees: await readLateFees(tx, draft.subscription.id), moved, paidOn };
      const received = { amt, mode, collector: actor.userId, byIsp: actor.resellerId === null, late };
      parts.push({ draft, amt, entry: postPayment(draft, received) });
    }
  });
  const [same] = await Promise.all([finding, changing]);
  const whole = total(parts.map(({ amt }) => amt));
  /** After whatever was asked for at the same time. */
  const cash = async () =>
    mode === 'Cash' ? checkCash(tx, actor, { ispId, more: preview ? whole : ZERO }) : undefined;
  return { parts, same: same as SamePayment | null, checkCash: cash };
}

/** The rows of parts that were posted. `receiptId`: they were paid as one. */
export function insertPayments(
  tx: Tx,
  { actor, scope }: Paying,
  { payment, services, paidOn }: Prepared,
  parts: readonly (PostedPart & { readonly id: number })[],
  receiptId: number | null = null,
): void {
  const [{ ispId, customerId }] = services;
  const given = { mode: payment.mode, paidOn, ...referenceColumns(payment) };
  const booked = { collectedBy: actor.userId, createdBy: scope.by, receiptId };
  const rows = parts.map(({ id, amt, entry, draft: { subscription } }) => ({
    ...{ id, ispId, resellerId: subscription.resellerId, customerId, serviceId: subscription.id },
    ...{ amt: amountText(amt), entryId: entry.id ?? 0n, ...given, ...booked },
  }));
  insert(tx, 'crm.payment', rows);
}

/** An advance on a deleted service could neither be used nor returned. */
function refuseAdvance({ id, deleted, osAmt }: Subscription, amt: Decimal): void {
  if (!deleted || amt.lessThanOrEqualTo(osAmt)) return;
  throw parameterFault(
    'conflict',
    'amt',
    `service ${id} is deleted and owes ${amountText(osAmt)}; the payment must not exceed that`,
  );
}

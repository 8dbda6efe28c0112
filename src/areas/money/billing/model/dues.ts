import { Decimal } from 'decimal.js';
import { addDays } from '../../../../core/zone.ts';
import { total, ZERO } from '../pricing/amounts.ts';
import type { IspTerms } from './isp-terms.ts';
import type { Day, Invoice, Subscription } from './subscription.ts';

/** A service, and from which amount on what it owes has consequences. */
interface Owing {
  readonly subscription: Subscription;
  readonly isp: Pick<IspTerms, 'minDues'>;
}

/** Invoiced and not paid. Charges that are not invoiced yet are not due. */
export function dueOf({ osAmt, charges }: Subscription): Decimal {
  return Decimal.max(ZERO, osAmt.minus(total(charges.map((charge) => charge.total))));
}

/** An amount that is owed is enough to have consequences. It is owed in any case. */
export const matters = (owed: Decimal, { minDues }: Pick<IspTerms, 'minDues'>): boolean =>
  owed.greaterThan(0) && owed.greaterThanOrEqualTo(minDues);

/** Nothing is due that matters, and the outstanding amount is within the credit limit. */
export function isClear({ subscription, isp }: Owing): boolean {
  const { osAmt, creditLimit } = subscription;
  return !matters(dueOf(subscription), isp) && (creditLimit === null || osAmt.lessThanOrEqualTo(creditLimit));
}

/**
 * Allocates payments to invoices, the oldest first, so that the newest ones are unpaid. A reversed payment makes the newest
 * paid ones unpaid again.
 */
export function allocatePayments(subscription: Subscription): void {
  let due = dueOf(subscription);
  for (const invoice of subscription.invoices.toReversed()) {
    if (!invoice.total.greaterThan(0)) continue;
    const unpaid = Decimal.min(due, invoice.total);
    invoice.paidAmt = invoice.total.minus(unpaid);
    due = due.minus(unpaid);
  }
}

export const unpaidAmount = ({ total: whole, paidAmt }: Invoice): Decimal => Decimal.max(ZERO, whole.minus(paidAmt));

/** Invoices past their due date; none if all of them together do not matter. */
export function overdue({ subscription, isp }: Owing, today: Day): Invoice[] {
  const late = subscription.invoices.filter((invoice) => invoice.dueOn < today && unpaidAmount(invoice).greaterThan(0));
  return matters(total(late.map(unpaidAmount)), isp) ? late : [];
}

/** A payment up to this day comes in time to prevent the late fee. */
export const lastDayWithoutFee = (
  { dueOn }: Pick<Invoice, 'dueOn'>,
  { lateFeeAfterDays }: Pick<IspTerms, 'lateFeeAfterDays'>,
): Day => (lateFeeAfterDays === 0 ? dueOn : addDays(dueOn, lateFeeAfterDays));

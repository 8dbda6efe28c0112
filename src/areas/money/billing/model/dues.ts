import { Decimal } from 'decimal.js';
import { total, ZERO } from '../pricing/amounts.ts';
import type { Day, Invoice, Subscription } from './subscription.ts';

/** Invoiced and not paid. Charges that are not invoiced yet are not due. */
export function dueOf({ osAmt, charges }: Subscription): Decimal {
  return Decimal.max(ZERO, osAmt.minus(total(charges.map((charge) => charge.total))));
}

/** Nothing is due, and the outstanding amount is within the credit limit. */
export function isClear(subscription: Subscription): boolean {
  const { osAmt, creditLimit } = subscription;
  return dueOf(subscription).isZero() && (creditLimit === null || osAmt.lessThanOrEqualTo(creditLimit));
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

/** Invoices past their due date. */
export function overdue({ invoices }: Subscription, today: Day): Invoice[] {
  return invoices.filter((invoice) => invoice.dueOn < today && unpaidAmount(invoice).greaterThan(0));
}

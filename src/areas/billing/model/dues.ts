import { Decimal } from 'decimal.js';
import { total, ZERO } from '../pricing/amounts.ts';
import type { Day, Invoice, Subscription } from './subscription.ts';

/** What is invoiced and not paid. Charges that no invoice has yet are not due. */
export function dueOf({ osAmt, charges }: Subscription): Decimal {
  return Decimal.max(ZERO, osAmt.minus(total(charges.map((charge) => charge.total))));
}

/** Nothing is due, and what is outstanding keeps within the credit limit. */
export function isClear(subscription: Subscription): boolean {
  const { osAmt, creditLimit } = subscription;
  return dueOf(subscription).isZero() && (creditLimit === null || osAmt.lessThanOrEqualTo(creditLimit));
}

/**
 * Payments cover the oldest invoice first, so what is due stands on the newest ones. Works in both directions: a payment that
 * is taken back opens the newest again.
 */
export function settle(subscription: Subscription): void {
  let left = dueOf(subscription);
  for (const invoice of subscription.invoices.toReversed()) {
    if (!invoice.total.greaterThan(0)) continue;
    const unpaid = Decimal.min(left, invoice.total);
    invoice.paidAmt = invoice.total.minus(unpaid);
    left = left.minus(unpaid);
  }
}

export const unpaidOf = ({ total: whole, paidAmt }: Invoice): Decimal => Decimal.max(ZERO, whole.minus(paidAmt));

/** Invoices past their due date. */
export function overdue({ invoices }: Subscription, today: Day): Invoice[] {
  return invoices.filter((invoice) => invoice.dueOn < today && unpaidOf(invoice).greaterThan(0));
}

import { addDays } from '../../core/zone.ts';
import type { Draft } from './draft.ts';
import { settle } from './dues.ts';
import { total, ZERO } from './split.ts';
import type { Invoice } from './subscription.ts';

/** Puts every charge that was not invoiced on an invoice; null where there is none. What was paid ahead covers it at once. */
export function issueInvoice(draft: Draft): Invoice | null {
  const { subscription, isp, occasion } = draft;
  const charges = subscription.charges.splice(0);
  if (charges.length === 0) return null;
  const invoice: Invoice = {
    total: total(charges.map((charge) => charge.total)),
    dueOn: addDays(occasion.today, isp.invoiceDueDays),
    paidAmt: ZERO,
    lateFee: false,
  };
  subscription.invoices.push(invoice);
  draft.invoices.push({ invoice, charges });
  settle(subscription);
  return invoice;
}

import { addDays } from '../../../core/zone.ts';
import type { Draft } from '../model/draft.ts';
import { settle } from '../model/dues.ts';
import type { Invoice } from '../model/subscription.ts';
import { total, ZERO } from '../pricing/amounts.ts';

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

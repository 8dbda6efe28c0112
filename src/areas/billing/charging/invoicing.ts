import { addDays } from '../../../core/zone.ts';
import type { Draft } from '../model/draft.ts';
import { allocatePayments } from '../model/dues.ts';
import type { Invoice } from '../model/subscription.ts';
import { total, ZERO } from '../pricing/amounts.ts';

/** Invoices all open charges; null if there are none. An advance pays the invoice at once. */
export function issueInvoice(draft: Draft): Invoice | null {
  const { subscription, isp, context } = draft;
  const charges = subscription.charges.splice(0);
  if (charges.length === 0) return null;
  const invoice: Invoice = {
    total: total(charges.map((charge) => charge.total)),
    dueOn: addDays(context.today, isp.invoiceDueDays),
    paidAmt: ZERO,
    lateFee: false,
  };
  subscription.invoices.push(invoice);
  draft.invoices.push({ invoice, charges });
  allocatePayments(subscription);
  return invoice;
}

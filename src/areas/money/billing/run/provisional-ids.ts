import type { Subscription } from '../model/subscription.ts';

/** A late fee refers to its invoice by id, so the invoices of drafts that are not saved get ids too. */
export function assignInvoiceIds({ invoices }: Subscription): void {
  for (const [at, invoice] of invoices.entries()) invoice.id ??= -1 - at;
}

import { addDays } from '../../../../core/zone.ts';
import type { Supply } from '../../tax/supply.ts';
import { bookingDayOf } from '../model/booking-day.ts';
import type { Draft } from '../model/draft.ts';
import { allocatePayments } from '../model/dues.ts';
import { PENALTIES } from '../model/late-fees.ts';
import type { Invoice, OpenCharge } from '../model/subscription.ts';
import { total, ZERO } from '../pricing/amounts.ts';

/**
 * Invoices all open charges. Charges that were taxed differently are on invoices of their own, and a
 * credit for an earlier tax invoice is a document that refers to it. An advance pays the invoices at once.
 * @returns whether there were any
 */
export function issueInvoice(draft: Draft): boolean {
  const { subscription } = draft;
  const charges = subscription.charges.splice(0);
  if (charges.length === 0) return false;
  subscription.invoices.push(...documentsOf(charges).map((each) => issue(draft, each)));
  allocatePayments(subscription);
  return true;
}

function issue(draft: Draft, charges: readonly OpenCharge[]): Invoice {
  const { isp } = draft;
  const invoice: Invoice = {
    total: total(charges.map((charge) => charge.total)),
    dueOn: addDays(bookingDayOf(draft), isp.invoiceDueDays),
    paidAmt: ZERO,
    feesAmt: total(charges.filter(({ kind }) => PENALTIES.includes(kind)).map((charge) => charge.total)),
    lateFee: false,
  };
  draft.invoices.push({ invoice, charges, scheme: schemeOf(draft, charges[0]?.supply) });
  return invoice;
}

/**
 * Charges by what they were taxed as. The document with the newest charge comes last: what follows the last charge of the newest
 * invoice is open (`store/read-history.ts`).
 */
function documentsOf(charges: readonly OpenCharge[]): OpenCharge[][] {
  const documents = new Map<string, OpenCharge[]>();
  for (const charge of charges) {
    const key = keyOf(charge.supply);
    const document = documents.get(key) ?? [];
    document.push(charge);
    // Set again as the last.
    documents.delete(key);
    documents.set(key, document);
  }
  return [...documents.values()];
}

const keyOf = (supply: Supply | null | undefined): string =>
  supply ? [supply.scheme, supply.treatment, supply.place, supply.buyer, supply.sez, supply.credits].join() : '';

/** The seller issues tax documents while it has the scheme that the charges were taxed under. */
function schemeOf({ isp }: Draft, supply: Supply | null | undefined): Draft['invoices'][number]['scheme'] {
  const seller = isp.taxation.scheme?.seller;
  return supply && seller?.scheme === supply.scheme ? { supply, seller } : null;
}

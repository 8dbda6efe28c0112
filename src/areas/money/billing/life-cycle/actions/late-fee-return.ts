import { charge } from '../../charging/charge.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import type { Draft } from '../../model/draft.ts';
import { allocatePayments, lastDayWithoutFee, matters } from '../../model/dues.ts';
import { type FeeEntry, type LateFees, type ReturnedFee, type Settlement, unpaidOn } from '../../model/late-fees.ts';
import type { Day } from '../../model/subscription.ts';
import { credited, type PricedLine, sumOfLines } from '../../pricing/price.ts';

/** The account that late fees are booked to. */
const REVENUE = 'Late fee';

/** What is known of a service when a payment is entered late or cancelled. */
export interface LateEntry {
  readonly fees: LateFees;
  /** What the payment moved, and on which day it was made. */
  readonly moved: readonly Settlement[];
  readonly paidOn: Day;
}

/**
 * Judges the late fees of a service anew, after a payment was entered later than it was made, or cancelled: by the days of the
 * payments. The fee of an invoice that was paid in time is taken back with an entry of its own that says why, and charged again
 * if the payment turns out not to have been one. A fee that is on an invoice is credited by a document, unless that invoice has
 * less left to credit: then it was given up otherwise.
 */
export function reviewLateFees(draft: Draft, { fees, moved, paidOn }: LateEntry): void {
  const history = { ...fees, settled: [...fees.settled, ...moved] };
  const returned = returnedOf(fees);
  let documents = false;
  for (const entry of fees.entries) {
    const invoice = fees.invoices.find(({ id }) => id === entry.feeOf);
    if (!invoice) continue;
    const day = lastDayWithoutFee(invoice, draft.isp);
    const late = matters(unpaidOn(history, invoice, day, [...returned.values()]), draft.isp);
    const { entryId, onInvoice, feeOnInvoice: document, left } = entry;
    const amt = sumOfLines(entry.lines, 'total');
    if (entry.kind === 'late_fee' && !late && (left === null || left.greaterThanOrEqualTo(amt))) {
      takeBack(draft, entry, paidOn);
      documents ||= onInvoice !== null;
      if (document !== null) returned.set(entryId, { document, creditedBy: null, amt });
    } else if (entry.kind === 'late_fee_return' && late) {
      chargeAgain(draft, entry, paidOn);
      returned.delete(entryId);
    }
  }
  if (documents) issueInvoice(draft);
  else allocatePayments(draft.subscription);
}

/** By the entry that took each back. */
function returnedOf({ entries }: LateFees): Map<bigint, ReturnedFee> {
  const returned = new Map<bigint, ReturnedFee>();
  for (const { entryId, kind, feeOnInvoice: document, onInvoice: creditedBy, lines } of entries)
    if (kind === 'late_fee_return' && document !== null)
      returned.set(entryId, { document, creditedBy, amt: sumOfLines(lines, 'total').negated() });
  return returned;
}

function takeBack(draft: Draft, { entryId, feeOf, lines, commission }: FeeEntry, paidOn: Day): void {
  const why = `Late fee taken back: paid on ${paidOn}, entered on ${draft.context.today}`;
  charge(draft, {
    kind: 'late_fee_return',
    period: null,
    dedupeKey: `late_fee_return:${feeOf}:${entryId}`,
    reversesId: entryId,
    lines: lines.map((line) => ({ ...credited(line, why), revenue: REVENUE })),
    commission: commission?.negated() ?? null,
  });
}

function chargeAgain(draft: Draft, { entryId, feeOf, lines, commission }: FeeEntry, paidOn: Day): void {
  const why = `Late fee: the payment of ${paidOn} was cancelled`;
  charge(draft, {
    kind: 'late_fee',
    period: null,
    dedupeKey: `late_fee:${feeOf}:${entryId}`,
    reversesId: entryId,
    lines: lines.map((line) => ({ ...credited(asCharge(line), why), revenue: REVENUE })),
    commission: commission?.negated() ?? null,
  });
}

/** A new charge refers to no document. */
function asCharge(line: PricedLine): PricedLine {
  if (!line.supply) return line;
  const { credits: _, ...supply } = line.supply;
  return { ...line, supply, invoiceId: null };
}

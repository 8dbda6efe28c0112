import type { Decimal } from 'decimal.js';
import { badParameter, parameterFault } from '../../../../../core/fault.ts';
import { amountText } from '../../../../../core/money.ts';
import { charge, refusalOfCharge, refuse } from '../../charging/charge.ts';
import { issueInvoice } from '../../charging/invoicing.ts';
import type { Draft, DraftEntry } from '../../model/draft.ts';
import { rounded } from '../../pricing/amounts.ts';
import { type CreditedInvoice, creditShares } from '../../pricing/credit-shares.ts';
import { credited, type PricedLine, priced, sumOfLines, type Taxation } from '../../pricing/price.ts';
import { reactivate } from './payment.ts';

/** `Inclusive`: the amount includes its tax; `Exclusive`: the tax is added; `None`: it is not taxed. */
export const TAX_TREATMENTS = ['Inclusive', 'Exclusive', 'None'] as const;
export type TaxTreatment = (typeof TAX_TREATMENTS)[number];

export interface WantedAdjustment {
  readonly type: 'Debit' | 'Credit';
  /** Above 0. */
  readonly amt: Decimal;
  readonly tax: TaxTreatment;
  /** What the subscriber reads. */
  readonly description: string;
  /** The invoice that a credit is for. */
  readonly invoice: CreditedInvoice | null;
}

/** What was posted: the amount with its tax, and the tax in it, both of at least 0. */
export interface Posted {
  readonly entry: DraftEntry;
  readonly amt: Decimal;
  readonly tax: Decimal;
}

/** A revenue account of its own, so that adjustments can be told from sales. */
const REVENUE = 'Adjustment';

/**
 * Charges a service, or credits it, apart from what the price list says. A debit is invoiced like a top-up: at once if the
 * service is prepaid, else with the next invoice. A credit is a document at once, so that it settles what is due; what it pays
 * for begins, as after a payment.
 */
export function adjust(draft: Draft, wanted: WantedAdjustment): Posted {
  return wanted.type === 'Debit' ? postDebit(draft, wanted) : postCredit(draft, wanted);
}

function postDebit(draft: Draft, { amt, tax, description }: WantedAdjustment): Posted {
  const lines = linesOf({ amt, description }, taxedAs(draft.isp.taxation, tax));
  refuse(refusalOfCharge(draft, [{ period: null, lines }]));
  charge(draft, { kind: 'adjustment', period: null, lines });
  const posted = postedOf(draft, lines);
  if (draft.subscription.prepaid) issueInvoice(draft);
  return posted;
}

function postCredit(draft: Draft, wanted: WantedAdjustment): Posted {
  const { amt, tax, description, invoice } = wanted;
  const { scheme } = draft.isp.taxation;
  if (!invoice && tax !== 'None' && scheme)
    throw badParameter(
      'invoiceid',
      `is required: under ${scheme.seller.scheme.toUpperCase()} a taxed credit must name its invoice`,
    );
  const lines = invoice
    ? linesFor(invoice, wanted).map((line) => credited(line, description))
    : linesOf({ amt, description }, taxedAs(draft.isp.taxation, tax)).map((line) => credited(line));
  const agreed = invoice ? { commission: commissionOn(invoice, lines) } : {};
  charge(draft, { kind: 'adjustment', period: null, lines, ...agreed });
  const posted = postedOf(draft, lines);
  issueInvoice(draft);
  reactivate(draft);
  return posted;
}

/** @throws Fault: `badInput` if it is not taxed, `conflict` if the invoice has less left */
function linesFor(invoice: CreditedInvoice, { amt, tax }: WantedAdjustment): PricedLine[] {
  if (tax === 'None')
    throw badParameter('tax', 'must be Inclusive or Exclusive with invoiceid, because the tax is credited too');
  const lines = creditShares(invoice, { amt, inclusive: tax === 'Inclusive' });
  if (sumOfLines(lines, 'total').greaterThan(invoice.left))
    throw parameterFault(
      'conflict',
      'amt',
      `at most ${amountText(invoice.left)} of invoice ${invoice.id}, including tax, can still be credited`,
    );
  return lines.map((line) => ({ ...line, revenue: REVENUE, invoiceId: invoice.id }));
}

const linesOf = (item: { readonly amt: Decimal; readonly description: string }, taxation: Taxation): PricedLine[] =>
  priced([{ ...item, revenue: REVENUE }], { taxation });

const taxedAs = (taxation: Taxation, tax: TaxTreatment): Taxation =>
  tax === 'None' ? { rates: [], inclusive: false } : { ...taxation, inclusive: tax === 'Inclusive' };

/** The share of the commission as it was booked on the invoice, not by the current percentage; null if no wallet was charged. */
function commissionOn({ commission, net }: CreditedInvoice, lines: readonly PricedLine[]): Decimal | null {
  return commission && rounded(commission.times(sumOfLines(lines, 'net')).div(net));
}

function postedOf({ entries }: Draft, lines: readonly PricedLine[]): Posted {
  const entry = entries.at(-1);
  if (!entry) throw new Error('an adjustment has posted nothing');
  return { entry, amt: sumOfLines(lines, 'total').abs(), tax: sumOfLines(lines, 'tax').abs() };
}

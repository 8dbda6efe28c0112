import { Decimal } from 'decimal.js';
import { charge, refusalOfCharge } from '../../charging/charge.ts';
import type { Draft } from '../../model/draft.ts';
import { lastDayWithoutFee, matters, unpaidAmount } from '../../model/dues.ts';
import type { Invoice } from '../../model/subscription.ts';
import { rounded, ZERO } from '../../pricing/amounts.ts';
import { priced, taxationOf } from '../../pricing/price.ts';

/**
 * Charges the fee of each overdue invoice once: an amount plus a percentage of what is unpaid but for earlier fees, within a
 * limit, some days after the last day to pay.
 * @returns whether any was charged
 */
export function chargeLateFees(draft: Draft, overdue: readonly Invoice[]): boolean {
  const { isp, context } = draft;
  let charged = false;
  for (const invoice of overdue) {
    const amt = feeOf(invoice, isp);
    if (invoice.lateFee || invoice.id === undefined || amt.isZero()) continue;
    if (!matters(unpaidAmount(invoice), isp) || lastDayWithoutFee(invoice, isp) >= context.today) continue;
    const lines = priced([{ description: 'Late fee', amt }], { taxation: taxationOf(isp.taxation, 'lateFee') });
    if (refusalOfCharge(draft, [{ period: null, lines }], { limited: false }) !== null) continue;
    invoice.lateFee = true;
    charged = true;
    charge(draft, { kind: 'late_fee', period: null, dedupeKey: `late_fee:${invoice.id}`, lines });
  }
  return charged;
}

/** Fees bear no further percentage: payments cover the rest of an invoice first. */
function feeOf(invoice: Invoice, { lateFeeAmt, lateFeePercent, lateFeeMax }: Draft['isp']): Decimal {
  const base = Decimal.max(ZERO, unpaidAmount(invoice).minus(invoice.feesAmt));
  const amt = lateFeeAmt.plus(rounded(base.times(lateFeePercent).div(100)));
  return lateFeeMax === null ? amt : Decimal.min(amt, lateFeeMax);
}

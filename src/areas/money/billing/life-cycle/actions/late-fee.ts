import { charge, refusalOfCharge } from '../../charging/charge.ts';
import type { Draft } from '../../model/draft.ts';
import { unpaidAmount } from '../../model/dues.ts';
import type { Invoice } from '../../model/subscription.ts';
import { rounded } from '../../pricing/amounts.ts';
import { priced, taxationOf } from '../../pricing/price.ts';

/**
 * Charges the fee of each overdue invoice once: an amount plus a percentage of what is unpaid.
 * @returns whether any was charged
 */
export function chargeLateFees(draft: Draft, overdue: readonly Invoice[]): boolean {
  const { isp } = draft;
  let charged = false;
  for (const invoice of overdue) {
    const amt = isp.lateFeeAmt.plus(rounded(unpaidAmount(invoice).times(isp.lateFeePercent).div(100)));
    if (invoice.lateFee || invoice.id === undefined || amt.isZero()) continue;
    const lines = priced([{ description: 'Late fee', amt }], { taxation: taxationOf(isp.taxation, 'lateFee') });
    if (refusalOfCharge(draft, [{ period: null, lines }], { limited: false }) !== null) continue;
    invoice.lateFee = true;
    charged = true;
    charge(draft, { kind: 'late_fee', period: null, dedupeKey: `late_fee:${invoice.id}`, lines });
  }
  return charged;
}

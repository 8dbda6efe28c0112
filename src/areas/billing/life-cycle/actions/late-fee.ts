import { charge, refusalOfCharge } from '../../charging/charge.ts';
import type { Draft } from '../../model/draft.ts';
import { unpaidOf } from '../../model/dues.ts';
import type { Invoice } from '../../model/subscription.ts';
import { rounded } from '../../pricing/amounts.ts';
import { priced } from '../../pricing/price.ts';

/** Charges each late invoice its fee, once: an amount, and a percent of what is unpaid. @returns whether there was any */
export function chargeLateFees(draft: Draft, late: readonly Invoice[]): boolean {
  const { isp } = draft;
  let any = false;
  for (const invoice of late) {
    const amt = isp.lateFeeAmt.plus(rounded(unpaidOf(invoice).times(isp.lateFeePercent).div(100)));
    if (invoice.lateFee || invoice.id === undefined || amt.isZero()) continue;
    const lines = priced([{ description: 'Late fee', amt }], { taxation: isp.taxation });
    if (refusalOfCharge(draft, lines, { limited: false }) !== null) continue;
    invoice.lateFee = true;
    any = true;
    charge(draft, { kind: 'late_fee', period: null, dedupeKey: `late_fee:${invoice.id}`, lines });
  }
  return any;
}

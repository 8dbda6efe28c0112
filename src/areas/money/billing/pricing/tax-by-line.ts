import { Decimal } from 'decimal.js';
import { rounded, total } from './amounts.ts';

interface Rates {
  readonly rates: readonly { readonly name: string; readonly percent: string }[];
  readonly inclusive: boolean;
}

/**
 * The taxes of amounts after their discounts. Each tax of each line is rounded by itself: so equal percentages are equal amounts
 * (CGST and SGST), and returns that list lines by rate sum to the invoices.
 */
export function taxesByLine(charged: readonly Decimal[], { rates, inclusive }: Rates) {
  const percent = total(rates.map((rate) => new Decimal(rate.percent)));
  const base = inclusive ? percent.plus(100) : new Decimal(100);
  return charged.map((amt) => {
    const taxes = rates.map((rate) => ({ ...rate, amt: rounded(amt.times(rate.percent).div(base)) }));
    const tax = total(taxes.map((each) => each.amt));
    const net = inclusive ? amt.minus(tax) : amt;
    return { net, tax, total: net.plus(tax), taxes };
  });
}

import { Decimal } from 'decimal.js';
import type { Money } from '../../core/money.ts';

/** A tax of an ISP: its name and its percent. */
export interface TaxRate {
  readonly name: string;
  readonly percent: string;
}

export interface Taxed {
  readonly net: Money;
  readonly tax: Money;
  readonly total: Money;
  readonly taxes: { readonly name: string; readonly percent: string; readonly amt: Money }[];
}

const rounded = (amount: Decimal) => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);

/**
 * Splits a price into net and taxes, rounded half up to two decimals, the remainder on the last tax, so that the parts equal
 * the whole. `inclusive`: the price holds the taxes already.
 */
export function taxed(price: Money, rates: readonly TaxRate[], inclusive: boolean): Taxed {
  const whole = rates.reduce((sum, rate) => sum.plus(rate.percent), new Decimal(0));
  const given = new Decimal(price);
  const net = inclusive ? rounded(given.div(whole.div(100).plus(1))) : given;
  const tax = inclusive ? given.minus(net) : rounded(given.times(whole).div(100));
  let left = tax;
  const taxes = rates.map(({ name, percent }, at) => {
    const share = at === rates.length - 1 ? left : Decimal.min(left, rounded(net.times(percent).div(100)));
    left = left.minus(share);
    return { name, percent, amt: share.toFixed(2) };
  });
  return { net: net.toFixed(2), tax: tax.toFixed(2), total: net.plus(tax).toFixed(2), taxes };
}

import { Decimal } from 'decimal.js';

/** Half up to two decimals: how every amount is rounded. */
export const rounded = (amount: Decimal): Decimal => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);

export const ZERO = new Decimal(0);

export const total = (amounts: readonly Decimal[]): Decimal => amounts.reduce((sum, each) => sum.plus(each), ZERO);

/**
 * Splits an amount in proportion to weights. Each part is rounded; the remainder is on the last one that weighs anything, so
 * that the parts equal the whole.
 */
export function split(amount: Decimal, weights: readonly Decimal[]): Decimal[] {
  const whole = total(weights);
  const last = weights.findLastIndex((weight) => !weight.isZero());
  if (last === -1) return weights.map((_, at) => (at === weights.length - 1 ? amount : ZERO));
  let left = amount;
  const parts = weights.map((weight, at) => {
    if (at >= last) return ZERO;
    const part = rounded(amount.times(weight).div(whole));
    left = left.minus(part);
    return part;
  });
  parts[last] = left;
  return parts;
}

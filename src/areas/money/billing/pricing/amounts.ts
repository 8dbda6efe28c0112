import { Decimal } from 'decimal.js';

/** Rounds half up to two decimals, as every amount is. */
export const rounded = (amount: Decimal): Decimal => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);

export const ZERO = new Decimal(0);

export const total = (amounts: readonly Decimal[]): Decimal => amounts.reduce((sum, each) => sum.plus(each), ZERO);

/**
 * Apportions an amount by weights. Each part is rounded; the last one with a weight takes the remainder, so that the parts sum
 * to the amount.
 */
export function apportion(amount: Decimal, weights: readonly Decimal[]): Decimal[] {
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

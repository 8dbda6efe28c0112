import { Decimal } from 'decimal.js';

/** Exact amounts of money: texts with two decimals outside, decimals inside, never JavaScript numbers. */
export type Money = string;

/**
 * The most that a balance may come to, on either side of 0: a tenth of what its column holds, so that what time adds to it
 * fits as well.
 */
export const MAX_BALANCE = new Decimal('99999999999.99');

/** The sum of amounts; an absent one counts as nothing. */
export function sumOf(...amounts: (Money | null | undefined)[]): Money {
  return amounts.reduce((sum, amount) => sum.plus(amount ?? 0), new Decimal(0)).toFixed(2);
}

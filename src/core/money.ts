import { Decimal } from 'decimal.js';

/** Exact amounts of money: texts with two decimals outside, decimals inside, never JavaScript numbers. */
export type Money = string;

/** The sum of amounts; an absent one counts as nothing. */
export function sumOf(...amounts: (Money | null | undefined)[]): Money {
  return amounts.reduce((sum, amount) => sum.plus(amount ?? 0), new Decimal(0)).toFixed(2);
}

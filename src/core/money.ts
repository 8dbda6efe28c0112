import { Decimal } from 'decimal.js';

/** An exact amount as text with two decimals. Computed with Decimal, never with JavaScript numbers. */
export type Money = string;

/** An amount as the API shows it and the database keeps it. */
export const amountText = (amount: { toFixed(places: number): string }): Money => amount.toFixed(2);

/** The largest balance that a call may cause, positive or negative: a tenth of its column's range, so that later billing fits. */
export const MAX_BALANCE = new Decimal('99999999999.99');

/** The sum of amounts; absent ones count as 0. */
export function sumOf(...amounts: (Money | null | undefined)[]): Money {
  return amountText(amounts.reduce((sum, amount) => sum.plus(amount ?? 0), new Decimal(0)));
}

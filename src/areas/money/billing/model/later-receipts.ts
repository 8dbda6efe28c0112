import { Decimal } from 'decimal.js';
import { ZERO } from '../pricing/amounts.ts';
import type { Day } from './subscription.ts';

/** How the entries of a day moved a wallet, or the credits of an ISP. */
export interface DayMovement {
  readonly day: Day;
  readonly amt: Decimal;
}

/** What moved balances after the first day that their services have missed, each in the order of days. */
export interface Movements {
  readonly wallets: ReadonlyMap<number, readonly DayMovement[]>;
  readonly credits: readonly DayMovement[];
}

export const NO_MOVEMENTS: Movements = { wallets: new Map(), credits: [] };

/**
 * What of a balance cannot be spent on a day that a run makes up for: it was received later, and spending it would take the balance
 * of some later day below what was spent since. 0 for today.
 */
export function receivedAfter(day: Day, movements: readonly DayMovement[] = []): Decimal {
  let since = ZERO;
  let most = ZERO;
  for (const { amt } of movements.filter((each) => each.day > day).toReversed()) {
    since = since.plus(amt);
    most = Decimal.max(most, since);
  }
  return most;
}

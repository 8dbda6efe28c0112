import type { Decimal } from 'decimal.js';

/**
 * Why a wallet may not be debited to this balance; null if it may. It must not fall below −`credit_limit`.
 * @param wallet how the sentence names it
 */
export function refusalOfDebit(wallet: string, balance: Decimal, creditLimit: Decimal): string | null {
  const floor = creditLimit.negated();
  return balance.lessThan(floor)
    ? `${wallet} would fall to ${balance.toFixed(2)}, below its limit of ${floor.toFixed(2)}`
    : null;
}

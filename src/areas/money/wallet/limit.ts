import type { Decimal } from 'decimal.js';
import { amountText } from '../../../core/money.ts';

/**
 * Why a wallet may not be debited to this balance; null if it may. It must not fall below −`credit_limit`.
 * @param wallet how the sentence names it
 */
export function refusalOfDebit(wallet: string, balance: Decimal, creditLimit: Decimal): string | null {
  const floor = creditLimit.negated();
  return balance.lessThan(floor)
    ? `${wallet} would fall to ${amountText(balance)}, below its limit of ${amountText(floor)}`
    : null;
}

import type { Decimal } from 'decimal.js';
import { BANK, DEPOSIT } from '../ledger/accounts.ts';
import { credit, debit } from '../ledger/entry.ts';
import type { Draft } from '../model/draft.ts';

/** The `dedupe_key` of the entry that took the deposit of a service. */
export const depositKey = (serviceId: number): string => `deposit:${serviceId}`;

/** The deposit that comes with a new service (contract 4.14), which does not say how it was paid. */
export function takeDeposit({ subscription, entries }: Draft, amt: Decimal): void {
  if (amt.isZero()) return;
  entries.push({
    kind: 'deposit',
    period: null,
    dedupeKey: depositKey(subscription.id),
    memo: 'Deposit',
    lines: [debit(BANK, amt), credit(DEPOSIT, amt)],
  });
}

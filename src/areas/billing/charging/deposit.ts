import { Decimal } from 'decimal.js';
import type { Tx } from '../../../db/database.ts';
import { type Account, type Line, post, readLines } from '../ledger/ledger.ts';
import type { Draft } from '../model/draft.ts';

const BANK: Account = { kind: 'nominal', name: 'bank' };
/** What the ISP holds and owes its subscribers: no revenue, no advance, and no part of what a service owes. */
const DEPOSIT: Account = { kind: 'nominal', name: 'deposit' };

const keyOf = (serviceId: number): string => `deposit:${serviceId}`;

/** The deposit that comes with a new service (contract 4.14). How it was paid the contract does not tell. */
export function takeDeposit({ subscription, entries }: Draft, amt: Decimal): void {
  if (amt.isZero()) return;
  entries.push({
    kind: 'deposit',
    period: null,
    dedupeKey: keyOf(subscription.id),
    memo: 'Deposit',
    lines: [
      { account: BANK, amt: amt.toFixed(2) },
      { account: DEPOSIT, amt: amt.negated().toFixed(2) },
    ],
  });
}

interface Held {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
}

/** Gives back what is held for a service that is to be no more, as it was taken. */
export async function giveDepositBack(
  tx: Tx,
  { id, ispId, resellerId }: Held,
  on: { readonly postedOn: string; readonly by: string },
): Promise<void> {
  const taken = await tx.ledgerEntry.findUnique({ where: { dedupeKey: keyOf(id) }, select: { id: true } });
  if (!taken) return;
  const lines = await readLines(tx, taken.id);
  const reversed = lines.map((line): Line => ({ ...line, amt: new Decimal(line.amt).negated().toFixed(2) }));
  const entry = { ispId, resellerId, serviceId: id, kind: 'deposit_reversal', memo: 'Deposit' };
  await post(tx, { ...entry, ...on, reversesId: taken.id, lines: reversed });
}

import type { Decimal } from 'decimal.js';
import { parameterFault } from '../../../../../core/fault.ts';
import { serviceAccount, TRANSFER } from '../../ledger/accounts.ts';
import { credit, debit } from '../../ledger/entry.ts';
import type { Draft, DraftEntry } from '../../model/draft.ts';
import { ZERO } from '../../pricing/amounts.ts';
import type { Posted } from './adjust.ts';
import { reactivate, settle } from './payment.ts';
import { refuseMoreThanAdvance } from './refund.ts';

/**
 * Moves an advance, or a part of it, to another service: less has been paid for the one, and more for the other, which begins what it
 * pays for. Nobody pays or gets anything, so that both must be sold by the same.
 * @throws Fault of kind `conflict` if the advance is less, or the services are of different resellers
 */
export function transferAdvance(from: Draft, to: Draft, amt: Decimal): { readonly out: Posted; readonly in: Posted } {
  if (from.subscription.resellerId !== to.subscription.resellerId)
    throw parameterFault('conflict', 'to', 'both services must be of the ISP, or of the same reseller');
  refuseMoreThanAdvance(from, amt, 'transferred');
  const out = { ...ENTRY, kind: 'transfer_out', memo: `Advance moved to ${to.subscription.username}` };
  const into = { ...ENTRY, kind: 'transfer_in', memo: `Advance moved from ${from.subscription.username}` };
  const left: DraftEntry = { ...out, lines: [debit(serviceAccount(from.subscription.id), amt), credit(TRANSFER, amt)] };
  const come: DraftEntry = { ...into, lines: [debit(TRANSFER, amt), credit(serviceAccount(to.subscription.id), amt)] };
  settle(from, left, amt.negated());
  settle(to, come, amt);
  reactivate(to);
  return { out: { entry: left, amt, tax: ZERO }, in: { entry: come, amt, tax: ZERO } };
}

const ENTRY = { period: null, dedupeKey: null };

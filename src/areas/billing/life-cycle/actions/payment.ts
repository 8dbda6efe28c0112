import type { Decimal } from 'decimal.js';
import { moveWallet } from '../../charging/charge.ts';
import {
  BANK,
  cashAccount,
  FRANCHISEE_CASH,
  FRANCHISEE_CLEARING,
  serviceAccount,
  walletAccount,
} from '../../ledger/accounts.ts';
import { credit, debit, type Line, reversed } from '../../ledger/entry.ts';
import type { Draft, DraftEntry } from '../../model/draft.ts';
import { isClear, settle } from '../../model/dues.ts';
import { isExpired } from './plan-renewal.ts';
import { renewIfCovered, resumeIfPossible } from './renew.ts';
import { become } from './status.ts';

export interface Received {
  readonly amt: Decimal;
  readonly mode: string;
  /** The login user whose cash it is. */
  readonly collector: number;
  /** By the ISP, and not by the reseller itself. */
  readonly byIsp: boolean;
}

/** A payment as the ledger has it. */
export interface Recorded {
  readonly entryId: bigint;
  readonly amt: Decimal;
  readonly mode: string;
  readonly lines: readonly Line[];
}

/** A payment: the oldest invoice first, the rest stays as advance; what it pays for begins at once. */
export function receive(draft: Draft, received: Received): DraftEntry {
  const { amt, mode } = received;
  const entry: DraftEntry = { ...PAYMENT, kind: 'payment', memo: `Payment, ${mode}`, lines: linesOf(draft, received) };
  post(draft, entry, amt);
  draft.payments.push({ entry, amt });
  reactivate(draft);
  return entry;
}

/** Takes a payment back: its entry with every line turned round, never a deletion. The status follows with the clock. */
export function takeBack(draft: Draft, { entryId, amt, mode, lines }: Recorded): DraftEntry {
  const entry: DraftEntry = {
    ...PAYMENT,
    kind: 'payment_reversal',
    memo: `Payment, ${mode}`,
    lines: reversed(lines),
    reversesId: entryId,
  };
  post(draft, entry, amt.negated());
  return entry;
}

const PAYMENT = { period: null, dedupeKey: null };

/**
 * A franchisee has paid for its customer already, so what the customer pays is the franchisee's: what the ISP takes goes into
 * its wallet, what it takes itself is none of the ISP's money.
 */
function linesOf({ subscription, seller }: Draft, { amt, mode, collector, byIsp }: Received): Line[] {
  const paid = credit(serviceAccount(subscription.id), amt);
  const money = debit(mode === 'Cash' ? cashAccount(collector) : BANK, amt);
  if (!seller?.franchisee) return [money, paid];
  const clearing = debit(FRANCHISEE_CLEARING, amt);
  if (byIsp) return [money, paid, clearing, credit(walletAccount(seller.resellerId), amt)];
  return mode === 'Cash' ? [money, paid, clearing, credit(FRANCHISEE_CASH, amt)] : [clearing, paid];
}

function post(draft: Draft, entry: DraftEntry, amt: Decimal): void {
  const { subscription } = draft;
  draft.entries.push(entry);
  subscription.osAmt = subscription.osAmt.minus(amt);
  settle(subscription);
  if (entry.lines.some(({ account }) => account.kind === 'wallet'))
    moveWallet(draft, entry, { code: 'Payment', amt, note: null });
}

/** Dues that are clear let a service on; an advance that covers the next validity opens it. */
export function reactivate(draft: Draft): void {
  const { subscription, occasion } = draft;
  const { status, prepaid } = subscription;
  if (subscription.deleted || !isClear(subscription)) return;
  if (status === 'NewRequest') {
    if (prepaid && subscription.billFrom <= occasion.today) renewIfCovered(draft);
    return;
  }
  if (status === 'Suspend') clearHeld(draft);
  else if (prepaid && isExpired(draft)) renewIfCovered(draft);
  else if (status !== 'Active') {
    resumeIfPossible(draft);
  } else if (subscription.promiseUpto !== null) become(draft, 'Active');
}

/** Paid while it is held, a service comes back as one that has paid. A frozen validity runs out only before the hold. */
function clearHeld({ subscription, isp, occasion }: Draft): void {
  const { validUpto, suspendedOn } = subscription;
  const day = isp.freezesSuspended ? suspendedOn : occasion.today;
  if (validUpto === null || day === null || validUpto < day) return;
  subscription.statusBefore = 'Active';
  subscription.graceUpto = null;
  subscription.promiseUpto = null;
}

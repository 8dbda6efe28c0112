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
import { allocatePayments, isClear } from '../../model/dues.ts';
import { type LateEntry, reviewLateFees } from './late-fee-return.ts';
import { isExpired } from './plan-renewal.ts';
import { renewIfCovered, resumeIfPossible } from './renew.ts';
import { changeStatus } from './status.ts';

export interface ReceivedPayment {
  readonly amt: Decimal;
  readonly mode: string;
  /** The login user who took it, to whom cash is booked; null: a payment gateway, which takes no cash. */
  readonly collector: number | null;
  /** Collected by the ISP, not by the reseller. */
  readonly byIsp: boolean;
  /** It is entered later than it was made. */
  readonly late?: LateEntry | null;
}

/** A payment as it was posted. */
export interface PostedPayment {
  readonly entryId: bigint;
  readonly amt: Decimal;
  readonly mode: string;
  readonly lines: readonly Line[];
}

/** Posts a payment: it pays the oldest invoice first, the rest is an advance. What it pays for begins at once. */
export function postPayment(draft: Draft, received: ReceivedPayment): DraftEntry {
  const { amt, mode } = received;
  const entry: DraftEntry = {
    ...PAYMENT,
    kind: 'payment',
    memo: `Payment, ${mode}`,
    lines: paymentLines(draft, received),
  };
  settle(draft, entry, amt);
  if (received.late) reviewLateFees(draft, received.late);
  reactivate(draft);
  return entry;
}

/** Reverses a payment with an entry of its own. The status follows with the next run of the time rules. */
export function reversePayment(draft: Draft, { entryId, amt, mode, lines }: PostedPayment): DraftEntry {
  const entry: DraftEntry = {
    ...PAYMENT,
    kind: 'payment_reversal',
    memo: `Payment, ${mode}`,
    lines: reversed(lines),
    reversesId: entryId,
  };
  settle(draft, entry, amt.negated());
  return entry;
}

const PAYMENT = { period: null, dedupeKey: null };

/**
 * A franchisee has paid the ISP for its customer, so the customer's payment belongs to the franchisee: if the ISP collects it, it
 * is credited to the wallet; if the franchisee does, it is none of the ISP's money.
 */
export function paymentLines(
  { subscription, seller }: Draft,
  { amt, mode, collector, byIsp }: ReceivedPayment,
): Line[] {
  const paid = credit(serviceAccount(subscription.id), amt);
  const money = debit(mode === 'Cash' && collector !== null ? cashAccount(collector) : BANK, amt);
  if (!seller?.franchisee) return [money, paid];
  const clearing = debit(FRANCHISEE_CLEARING, amt);
  if (byIsp) return [money, paid, clearing, credit(walletAccount(seller.resellerId), amt)];
  return mode === 'Cash' ? [money, paid, clearing, credit(FRANCHISEE_CASH, amt)] : [clearing, paid];
}

/** Posts what settles `amt` of what is owed, the oldest invoice first; below 0 it is due again, or no longer an advance. */
export function settle(draft: Draft, entry: DraftEntry, amt: Decimal): void {
  const { subscription } = draft;
  draft.entries.push(entry);
  subscription.osAmt = subscription.osAmt.minus(amt);
  allocatePayments(subscription);
  if (entry.lines.some(({ account }) => account.kind === 'wallet'))
    moveWallet(draft, entry, { code: 'Payment', amt, note: null });
}

/** Resumes a service if nothing is due, or renews it if the advance covers the next validity. */
export function reactivate(draft: Draft): void {
  const { subscription, context } = draft;
  const { status, prepaid } = subscription;
  if (subscription.deleted || !isClear(draft)) return;
  if (status === 'NewRequest') {
    if (prepaid && subscription.billFrom <= context.today) renewIfCovered(draft);
    return;
  }
  if (status === 'Suspend') clearSuspended(draft);
  else if (prepaid && isExpired(draft)) renewIfCovered(draft);
  else if (status !== 'Active') resumeIfPossible(draft);
  else if (subscription.promiseUpto !== null) changeStatus(draft, 'Active');
}

/**
 * A suspended service that has paid becomes Active when the suspension ends, unless it has expired: by the day of the
 * suspension if its validity is frozen, else by today.
 */
function clearSuspended({ subscription, isp, context }: Draft): void {
  const { validUpto, suspendedOn } = subscription;
  const day = isp.freezesSuspended ? suspendedOn : context.today;
  if (validUpto === null || day === null || validUpto < day) return;
  subscription.statusBefore = 'Active';
  subscription.graceUpto = null;
  subscription.promiseUpto = null;
}

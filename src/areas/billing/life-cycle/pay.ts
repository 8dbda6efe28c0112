import type { Decimal } from 'decimal.js';
import { moveWallet } from '../charge.ts';
import type { Draft, DraftEntry } from '../draft.ts';
import { dueOf, settle } from '../dues.ts';
import type { Line } from '../ledger.ts';
import { nextPeriod, refusalOfOpening } from '../opening.ts';
import { renewIfCovered } from './clock.ts';
import { resume } from './renew.ts';
import { become } from './status.ts';

export interface Received {
  readonly amt: Decimal;
  readonly mode: string;
  /** The login user whose cash it is. */
  readonly collector: number;
  /** By the ISP, and not by the reseller itself. */
  readonly byIsp: boolean;
}

/** A payment: the oldest invoice first, the rest stays as advance; what it pays for begins at once. */
export function receive(draft: Draft, received: Received): DraftEntry {
  const entry = post(draft, received, received.amt);
  draft.payments.push({ entry, amt: received.amt });
  reactivate(draft);
  return entry;
}

/** Takes a payment back: a reversal of its entry, never a deletion. The status follows with the clock. */
export function takeBack(draft: Draft, received: Received, reversesId: bigint): DraftEntry {
  return post(draft, received, received.amt.negated(), reversesId);
}

function post(draft: Draft, { mode, collector, byIsp }: Received, amt: Decimal, reversesId?: bigint): DraftEntry {
  const { subscription, seller } = draft;
  const money = mode === 'Cash' ? ({ kind: 'cash', userId: collector } as const) : BANK;
  const lines: Line[] = [
    { account: money, amt: amt.toFixed(2) },
    { account: { kind: 'service', serviceId: subscription.id }, amt: amt.negated().toFixed(2) },
  ];
  // The franchisee has paid for its customer already: what the ISP collects is the franchisee's.
  const owed = seller?.franchisee && byIsp;
  if (owed) {
    lines.push({ account: { kind: 'nominal', name: 'franchisee_clearing' }, amt: amt.toFixed(2) });
    lines.push({ account: { kind: 'wallet', resellerId: seller.resellerId }, amt: amt.negated().toFixed(2) });
  }
  const kind = amt.isNegative() ? 'payment_reversal' : 'payment';
  const reversal = reversesId === undefined ? {} : { reversesId };
  const entry: DraftEntry = { kind, period: null, dedupeKey: null, memo: `Payment, ${mode}`, lines, ...reversal };
  draft.entries.push(entry);
  subscription.osAmt = subscription.osAmt.minus(amt);
  settle(subscription);
  if (owed) moveWallet(draft, entry, { code: 'Payment', amt, note: null });
  return entry;
}

const BANK = { kind: 'nominal', name: 'bank' } as const;

/** Dues that are clear let a service on; an advance that covers the next validity opens it. */
function reactivate(draft: Draft): void {
  const { subscription, occasion } = draft;
  const { status, prepaid, validUpto } = subscription;
  if (status === 'Suspend' || !dueOf(subscription).isZero()) return;
  if (status === 'NewRequest') {
    if (prepaid && subscription.billFrom <= occasion.today) renewIfCovered(draft);
    return;
  }
  const over = validUpto !== null && validUpto < occasion.today;
  if (prepaid && over) renewIfCovered(draft);
  else if (over && refusalOfOpening(draft, nextPeriod(occasion.today, subscription), []) !== null) return;
  else if (status !== 'Active') resume(draft);
  else if (subscription.promiseUpto !== null) become(draft, 'Active');
}

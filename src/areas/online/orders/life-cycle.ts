import { Decimal } from 'decimal.js';
import type { OrderStatus } from './vocabulary.ts';

/** What is known of one payment for an order. */
export interface KnownPayment {
  readonly amt: string;
  readonly refundedAmt: string;
  readonly lostAmt: string;
  readonly dispute: 'None' | 'Open' | 'Won' | 'Lost';
  /** Why it is not recorded; null: it is. */
  readonly heldReason: string | null;
}

/** What is left of a payment after refunds and lost disputes. */
export function keptOf({ amt, refundedAmt, lostAmt }: KnownPayment): Decimal {
  return Decimal.max(0, new Decimal(amt).minus(refundedAmt).minus(lostAmt));
}

interface OrderState {
  readonly status: OrderStatus;
  readonly expiresAt: Date;
}

/**
 * The status of an order, which follows from its payments alone, whatever it was before:
 *
 * | Status | Payments |
 * |---|---|
 * | `New`, `Failed` | none, and the provider does not have the order yet, or never had it |
 * | `Open`, `Expired` | none yet, before and after its time; a late one is taken all the same |
 * | `Held` | one that could not be recorded and is not given back |
 * | `Disputed` | one whose payer disputes it, undecided |
 * | `Paid` | all of what was paid is kept |
 * | `PartlyRefunded` | a part is kept |
 * | `Refunded`, `ChargedBack` | nothing is kept; in the second a dispute was lost |
 */
export function statusOf(order: OrderState, payments: readonly KnownPayment[], now: Date): OrderStatus {
  if (payments.length === 0) {
    const isOver = now >= order.expiresAt;
    if (order.status === 'New' || order.status === 'Failed') return isOver ? 'Failed' : order.status;
    return isOver ? 'Expired' : 'Open';
  }
  if (payments.some((payment) => payment.heldReason !== null && keptOf(payment).greaterThan(0))) return 'Held';
  if (payments.some(({ dispute }) => dispute === 'Open')) return 'Disputed';
  const kept = payments.reduce((sum, payment) => sum.plus(keptOf(payment)), new Decimal(0));
  const paid = payments.reduce((sum, { amt }) => sum.plus(amt), new Decimal(0));
  if (kept.equals(paid)) return 'Paid';
  if (kept.greaterThan(0)) return 'PartlyRefunded';
  return payments.some(({ lostAmt }) => new Decimal(lostAmt).greaterThan(0)) ? 'ChargedBack' : 'Refunded';
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How long after its opening an order is followed. A payment that was authorised late comes within days; a dispute within months. */
const FOLLOWED: Readonly<Partial<Record<OrderStatus, number>>> = { New: DAY, Failed: 0, Expired: 7 * DAY };
const FOLLOWED_PAID = 180 * DAY;

/**
 * When the provider is asked again without a notification: an open order every minute at first and every quarter of an hour at last,
 * and when its time is over; a paid one after a day, then whenever its age has doubled. Null: never.
 */
export function nextCheck(
  { status, createdAt, expiresAt }: { status: OrderStatus; createdAt: Date; expiresAt: Date },
  now: Date,
): Date | null {
  const age = Math.max(0, now.getTime() - createdAt.getTime());
  if (age > (FOLLOWED[status] ?? FOLLOWED_PAID)) return null;
  if (status === 'Failed') return null;
  if (status !== 'New' && status !== 'Open') return new Date(now.getTime() + Math.max(DAY, age));
  const next = now.getTime() + Math.min(Math.max(age, MINUTE), 15 * MINUTE);
  const end = expiresAt.getTime() + MINUTE;
  return new Date(now.getTime() < end ? Math.min(next, end) : next);
}

/** When a provider that did not answer is asked again: after a minute, two, four, at last every six hours. */
export const retryAfter = (failures: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(2 ** (failures - 1), 360) * MINUTE);

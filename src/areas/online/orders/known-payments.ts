import { Decimal } from 'decimal.js';
import { fromMinorUnits } from '../gateways/minor-units.ts';
import type { ProviderPayment } from '../gateways/provider.ts';
import type { KnownPayment } from './life-cycle.ts';
import type { Order } from './order.ts';

/** A payment as it is kept in `crm.gateway_payment`. */
export interface StoredPayment extends KnownPayment {
  readonly providerPaymentId: string;
  readonly currency: string;
}

/** Only money of the order's currency, in amounts that the ledger can hold, is recorded; other money is held for the staff. */
export function asKnown(order: Order, payment: ProviderPayment): StoredPayment {
  const { currency, dispute } = payment;
  const exact = (minor: number) => fromMinorUnits(minor, currency);
  const amounts = [exact(payment.minor), exact(payment.refundedMinor), exact(payment.lostMinor)];
  const isExact = amounts.every((amt) => amt !== null);
  const [amt, refundedAmt, lostAmt] = amounts.map((each) => each ?? '0.01') as [string, string, string];
  const heldReason =
    currency !== order.currency
      ? `it was paid in ${currency} instead of ${order.currency}`
      : isExact
        ? null
        : 'its amount has too many decimals';
  return { providerPaymentId: payment.id, amt, currency, refundedAmt, lostAmt, dispute, heldReason };
}

export const isSame = (one: StoredPayment, other: StoredPayment): boolean =>
  one.dispute === other.dispute &&
  one.heldReason === other.heldReason &&
  (['amt', 'refundedAmt', 'lostAmt'] as const).every((name) => new Decimal(one[name]).equals(other[name]));

/** Shown to the staff. A payment of another amount is recorded as it is. */
export function problemOf(order: Order, payments: readonly KnownPayment[]): string | null {
  const held = payments.find(({ heldReason }) => heldReason !== null);
  if (held) return `a payment was not recorded: ${held.heldReason}`;
  if (payments.length === 0) return null;
  const paid = payments.reduce((sum, { amt }) => sum.plus(amt), new Decimal(0));
  const problems = [
    ...(paid.equals(order.amt) ? [] : [`${paid.toFixed(2)} was paid instead of ${order.amt}`]),
    ...(order.unfulfilled === null
      ? []
      : [`the order was not fulfilled: ${order.unfulfilled}; the money became an advance`]),
  ];
  return problems.length > 0 ? problems.join('; ') : null;
}

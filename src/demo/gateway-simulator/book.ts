import { randomBytes } from 'node:crypto';
import type { SimulatedProvider } from './keys.ts';

/** An order as a provider has it. Amounts in minor units, times in seconds. */
export interface SimulatedOrder {
  readonly id: string;
  readonly provider: SimulatedProvider;
  readonly reference: string;
  readonly minor: number;
  readonly currency: string;
  readonly createdAt: number;
  /** Of Stripe; Razorpay is told them by the checkout. */
  readonly returnUrl: string | null;
  readonly cancelUrl: string | null;
  readonly payments: SimulatedPayment[];
}

export interface SimulatedPayment {
  readonly id: string;
  readonly orderId: string;
  readonly minor: number;
  readonly currency: string;
  readonly captured: boolean;
  readonly createdAt: number;
  readonly refunds: SimulatedRefund[];
  readonly disputes: SimulatedDispute[];
}

export interface SimulatedRefund {
  readonly id: string;
  readonly reference: string | null;
  readonly minor: number;
  readonly createdAt: number;
  failed: boolean;
}

export interface SimulatedDispute {
  readonly id: string;
  readonly minor: number;
  readonly createdAt: number;
  outcome: 'open' | 'won' | 'lost';
}

/** Why a provider refuses. */
export class Refusal extends Error {}

const letters = (): string => randomBytes(12).toString('base64url').replace(/[-_]/g, 'x').slice(0, 14);
const PREFIXES = {
  razorpay: { order: 'order_', payment: 'pay_', refund: 'rfnd_', dispute: 'disp_' },
  stripe: { order: 'cs_test_', payment: 'pi_', refund: 're_', dispute: 'dp_' },
} as const;

/** The orders of both providers, in memory. */
export class Book {
  readonly orders = new Map<string, SimulatedOrder>();
  readonly payments = new Map<string, SimulatedPayment>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  seconds(): number {
    return Math.floor(this.#now().getTime() / 1_000);
  }

  open(order: Omit<SimulatedOrder, 'id' | 'createdAt' | 'payments'>): SimulatedOrder {
    if (!Number.isSafeInteger(order.minor) || order.minor < 100) throw new Refusal('the amount is less than minimum');
    // Stripe's idempotency key; Razorpay would open a second order, which nobody could pay.
    const same = [...this.orders.values()].find(
      ({ provider, reference }) => provider === order.provider && reference === order.reference,
    );
    if (same) return same;
    const id = `${PREFIXES[order.provider].order}${letters()}`;
    const opened = { ...order, id, createdAt: this.seconds(), payments: [] };
    this.orders.set(id, opened);
    return opened;
  }

  order(id: string): SimulatedOrder {
    const order = this.orders.get(id);
    if (!order) throw new Refusal(`no such order: ${id}`);
    return order;
  }

  payment(id: string): SimulatedPayment {
    const payment = this.payments.get(id);
    if (!payment) throw new Refusal(`no such payment: ${id}`);
    return payment;
  }

  providerOf({ orderId }: SimulatedPayment): SimulatedProvider {
    return this.order(orderId).provider;
  }

  /** A payment for an order, of its amount unless others are given. */
  pay(
    orderId: string,
    { captured = true, minor, currency }: { captured?: boolean; minor?: number; currency?: string } = {},
  ): SimulatedPayment {
    const order = this.order(orderId);
    const payment: SimulatedPayment = {
      ...{ id: `${PREFIXES[order.provider].payment}${letters()}`, orderId, captured },
      ...{ minor: minor ?? order.minor, currency: currency ?? order.currency },
      ...{ createdAt: this.seconds(), refunds: [], disputes: [] },
    };
    order.payments.push(payment);
    this.payments.set(payment.id, payment);
    return payment;
  }

  /** The same for the same reference. */
  refund(paymentId: string, minor: number, reference: string | null = null): SimulatedRefund {
    const payment = this.payment(paymentId);
    const same = reference === null ? undefined : payment.refunds.find((refund) => refund.reference === reference);
    if (same) return same;
    if (minor > payment.minor - refundedOf(payment))
      throw new Refusal('the total refund amount is greater than the payment');
    const id = `${PREFIXES[this.providerOf(payment)].refund}${letters()}`;
    const refund = { id, reference, minor, createdAt: this.seconds(), failed: false };
    payment.refunds.push(refund);
    return refund;
  }

  dispute(paymentId: string): SimulatedDispute {
    const payment = this.payment(paymentId);
    const id = `${PREFIXES[this.providerOf(payment)].dispute}${letters()}`;
    const dispute: SimulatedDispute = { id, minor: payment.minor, createdAt: this.seconds(), outcome: 'open' };
    payment.disputes.push(dispute);
    return dispute;
  }
}

export const refundedOf = ({ refunds }: SimulatedPayment): number =>
  refunds.reduce((sum, { minor, failed }) => sum + (failed ? 0 : minor), 0);

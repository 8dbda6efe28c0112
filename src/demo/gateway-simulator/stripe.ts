import { createHmac } from 'node:crypto';
import {
  type Book,
  refundedOf,
  type SimulatedDispute,
  type SimulatedOrder,
  type SimulatedPayment,
  type SimulatedRefund,
} from './book.ts';
import { SIMULATOR_KEYS } from './keys.ts';
import type { Asked } from './request.ts';

/* Stripe's interface, as far as an integration with Checkout Sessions uses it. */

/** The status and the JSON of an answer. `base` is the address of the simulator. */
export function answerStripe(book: Book, asked: Asked, base: string): [number, object] {
  const { method, path, query, headers, body } = asked;
  if (headers.authorization !== `Bearer ${SIMULATOR_KEYS.stripe.keySecret}`)
    return [401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }];
  const form = new URLSearchParams(body.toString('utf8'));
  const intent = query.get('payment_intent') ?? '';
  if (method === 'POST' && path === '/v1/checkout/sessions') return [200, open(book, form, base)];
  const [, id] = /^\/v1\/checkout\/sessions\/(\w+)$/.exec(path) ?? [];
  if (method === 'GET' && id !== undefined) return [200, sessionOf(book.order(id), base)];
  if (method === 'GET' && path === '/v1/disputes')
    return [200, listOf(book.payment(intent).disputes.map((dispute) => disputeOf(intent, dispute)))];
  if (method === 'GET' && path === '/v1/refunds')
    return [200, listOf(book.payment(intent).refunds.map((refund) => refundOf(intent, refund)))];
  if (method === 'POST' && path === '/v1/refunds') {
    const of = form.get('payment_intent') ?? '';
    return [200, refundOf(of, book.refund(of, Number(form.get('amount')), form.get('metadata[lastmile]')))];
  }
  return [404, { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path})` } }];
}

function open(book: Book, form: URLSearchParams, base: string): object {
  const text = (name: string) => form.get(name) ?? '';
  const order = book.open({
    ...{ provider: 'stripe', reference: text('client_reference_id') },
    minor: Number(text('line_items[0][price_data][unit_amount]')),
    currency: text('line_items[0][price_data][currency]').toUpperCase(),
    ...{ returnUrl: text('success_url'), cancelUrl: text('cancel_url') },
  });
  return sessionOf(order, base);
}

const listOf = (data: readonly object[]) => ({ object: 'list', data, has_more: false });

export function sessionOf(order: SimulatedOrder, base: string): object {
  const paid = order.payments.find(({ captured }) => captured);
  return {
    ...{ id: order.id, object: 'checkout.session', amount_total: order.minor, currency: order.currency.toLowerCase() },
    ...{ client_reference_id: order.reference, mode: 'payment', status: paid ? 'complete' : 'open' },
    payment_status: paid ? 'paid' : 'unpaid',
    payment_intent: paid ? intentOf(paid) : null,
    url: paid ? null : `${base}/checkout/${order.id}`,
  };
}

const intentOf = (payment: SimulatedPayment): object => ({
  ...{ id: payment.id, object: 'payment_intent', amount: payment.minor, currency: payment.currency.toLowerCase() },
  ...{ status: 'succeeded', latest_charge: chargeOf(payment) },
});

export const chargeOf = (payment: SimulatedPayment): object => ({
  ...{ id: payment.id.replace(/^pi_/, 'ch_'), object: 'charge', amount: payment.minor, amount_captured: payment.minor },
  ...{ amount_refunded: refundedOf(payment), currency: payment.currency.toLowerCase(), created: payment.createdAt },
  ...{ captured: true, disputed: payment.disputes.length > 0, payment_intent: payment.id },
});

const refundOf = (intent: string, refund: SimulatedRefund): object => ({
  ...{ id: refund.id, object: 'refund', amount: refund.minor, payment_intent: intent },
  ...{
    status: refund.failed ? 'failed' : 'succeeded',
    metadata: refund.reference ? { lastmile: refund.reference } : {},
  },
});

export const disputeOf = (intent: string, dispute: SimulatedDispute): object => ({
  ...{ id: dispute.id, object: 'dispute', amount: dispute.minor, payment_intent: intent },
  status: dispute.outcome === 'open' ? 'needs_response' : dispute.outcome,
});

/** The header `Stripe-Signature` of a body that is sent at this time. */
export function signStripe(secret: string, body: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}

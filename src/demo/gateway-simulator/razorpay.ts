import { createHmac } from 'node:crypto';
import { type Book, refundedOf, type SimulatedDispute, type SimulatedPayment, type SimulatedRefund } from './book.ts';
import { SIMULATOR_KEYS } from './keys.ts';
import type { Asked } from './request.ts';

/* Razorpay's interface, as far as an integration with orders uses it. Its checkout is in checkout.ts. */

const KEYS = SIMULATOR_KEYS.razorpay;
const CREDENTIALS = `Basic ${Buffer.from(`${KEYS.keyId}:${KEYS.keySecret}`).toString('base64')}`;

/** The status and the JSON of an answer. */
export function answerRazorpay(book: Book, { method, path, headers, body }: Asked): [number, object] {
  if (headers.authorization !== CREDENTIALS) return [401, { error: { description: 'Authentication failed' } }];
  const [, version, resource, id = '', action] = path.split('/');
  const call = `${method} ${version} ${resource} ${action ?? ''}`.trim();
  const given = body.length > 0 ? (JSON.parse(body.toString('utf8')) as Record<string, unknown>) : {};
  if (call === 'POST v1 orders') return [200, open(book, given)];
  if (call === 'GET v1 orders payments') return [200, collection(book.order(id).payments.map(paymentOf))];
  if (call === 'GET v1 payments refunds')
    return [200, collection(book.payment(id).refunds.map((refund) => refundOf(id, book.payment(id), refund)))];
  if (call === 'POST v1 payments refund') {
    const notes = given.notes as { lastmile?: string } | undefined;
    const refund = book.refund(id, Number(given.amount), notes?.lastmile ?? null);
    return [200, refundOf(id, book.payment(id), refund)];
  }
  if (call === 'GET v1 disputes') return [200, disputeAt(book, id)];
  return [400, { error: { code: 'BAD_REQUEST_ERROR', description: 'The requested URL was not found on the server.' } }];
}

function open(book: Book, { amount, currency, receipt }: Record<string, unknown>): object {
  const urls = { returnUrl: null, cancelUrl: null };
  const reference = String(receipt);
  const order = book.open({
    provider: 'razorpay',
    reference,
    minor: Number(amount),
    currency: String(currency),
    ...urls,
  });
  return { id: order.id, entity: 'order', amount: order.minor, currency, receipt, status: 'created', attempts: 0 };
}

const collection = (items: readonly object[]) => ({ entity: 'collection', count: items.length, items });

export function paymentOf(payment: SimulatedPayment): object {
  const refunded = refundedOf(payment);
  return {
    ...{ id: payment.id, entity: 'payment', amount: payment.minor, currency: payment.currency },
    status: payment.captured ? (refunded === payment.minor ? 'refunded' : 'captured') : 'failed',
    ...{ order_id: payment.orderId, method: 'upi', captured: payment.captured, amount_refunded: refunded },
    ...{ refund_status: refunded === 0 ? null : refunded === payment.minor ? 'full' : 'partial' },
    ...{ created_at: payment.createdAt },
  };
}

export const refundOf = (paymentId: string, { currency }: SimulatedPayment, refund: SimulatedRefund): object => ({
  ...{ id: refund.id, entity: 'refund', amount: refund.minor, currency, payment_id: paymentId },
  notes: refund.reference === null ? [] : { lastmile: refund.reference },
  ...{ receipt: refund.reference, status: refund.failed ? 'failed' : 'processed', created_at: refund.createdAt },
});

export const disputeOf = (paymentId: string, { currency }: SimulatedPayment, dispute: SimulatedDispute): object => ({
  ...{ id: dispute.id, entity: 'dispute', payment_id: paymentId, amount: dispute.minor, currency },
  amount_deducted: dispute.outcome === 'lost' ? dispute.minor : 0,
  ...{ status: dispute.outcome, phase: 'chargeback', created_at: dispute.createdAt },
});

function disputeAt(book: Book, id: string): object {
  for (const payment of book.payments.values())
    for (const dispute of payment.disputes) if (dispute.id === id) return disputeOf(payment.id, payment, dispute);
  throw new Error(`no such dispute: ${id}`);
}

export const signRazorpay = (secret: string, content: string): string =>
  createHmac('sha256', secret).update(content).digest('hex');

/** What the payer's browser posts to the callback address after a payment. */
export const returnFields = ({ orderId, id }: SimulatedPayment): Record<string, string> => ({
  razorpay_payment_id: id,
  razorpay_order_id: orderId,
  razorpay_signature: signRazorpay(KEYS.keySecret, `${orderId}|${id}`),
});

import type { Book, SimulatedPayment } from './book.ts';
import { SIMULATOR_KEYS } from './keys.ts';
import * as razorpay from './razorpay.ts';
import * as stripe from './stripe.ts';

/** What happened to a payment. */
export type Happening = 'captured' | 'failed' | 'refunded' | 'disputed' | 'dispute decided';

/** A notification, signed and ready to be sent. */
export interface SimulatedNotification {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The notifications of what happened to a payment last, in the order in which they become due. */
export function notificationsOf(
  book: Book,
  payment: SimulatedPayment,
  happening: Happening,
  base: string,
): SimulatedNotification[] {
  const seconds = book.seconds();
  if (book.providerOf(payment) === 'stripe')
    return stripeEvents(book, payment, happening, base).map(([type, object]) => {
      const event = { id: `evt_${type}_${payment.id}`, object: 'event', type, created: seconds, data: { object } };
      const body = JSON.stringify(event);
      const signature = stripe.signStripe(SIMULATOR_KEYS.stripe.webhookSecret, body, seconds);
      return { headers: { 'content-type': 'application/json', 'stripe-signature': signature }, body };
    });
  return razorpayEvents(payment, happening).map(([event, payload]) => {
    const contents = { entity: 'event', event, contains: Object.keys(payload), payload, created_at: seconds };
    const body = JSON.stringify(contents);
    const signature = razorpay.signRazorpay(SIMULATOR_KEYS.razorpay.webhookSecret, body);
    const id = `${event}-${payment.id}`;
    const signed = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id };
    return { headers: { 'content-type': 'application/json', ...signed }, body };
  });
}

type Events = readonly (readonly [type: string, contents: object])[];

function razorpayEvents(payment: SimulatedPayment, happening: Happening): Events {
  const entities = { payment: { entity: razorpay.paymentOf(payment) } };
  const order = { entity: { id: payment.orderId, entity: 'order', status: 'paid' } };
  const refund = payment.refunds.at(-1);
  const dispute = payment.disputes.at(-1);
  if (happening === 'captured')
    return [
      ['payment.captured', entities],
      ['order.paid', { ...entities, order }],
    ];
  if (happening === 'failed') return [['payment.failed', entities]];
  if (happening === 'refunded' && refund) {
    const name = refund.failed ? 'refund.failed' : 'refund.processed';
    return [[name, { refund: { entity: razorpay.refundOf(payment.id, payment, refund) }, ...entities }]];
  }
  if (!dispute) return [];
  const name = dispute.outcome === 'open' ? 'created' : dispute.outcome;
  const entity = razorpay.disputeOf(payment.id, payment, dispute);
  return [[`payment.dispute.${name}`, { ...entities, dispute: { entity } }]];
}

function stripeEvents(book: Book, payment: SimulatedPayment, happening: Happening, base: string): Events {
  const dispute = payment.disputes.at(-1);
  // In an event nothing is expanded.
  const session = { ...stripe.sessionOf(book.order(payment.orderId), base), payment_intent: payment.id };
  if (happening === 'captured') return [['checkout.session.completed', session]];
  if (happening === 'failed') return [['checkout.session.async_payment_failed', session]];
  if (happening === 'refunded') return [['charge.refunded', stripe.chargeOf(payment)]];
  if (!dispute) return [];
  const name = dispute.outcome === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed';
  return [[name, stripe.disputeOf(payment.id, dispute)]];
}

import { z } from 'zod';
import type { Account } from '../account.ts';
import { callProvider, ProviderAway } from '../call-provider.ts';
import type { Provider } from '../provider.ts';
import { readStripeNotification } from './stripe-notification.ts';

/*
 * Stripe's interface (docs.stripe.com/api): forms in, JSON out, amounts in minor units. An order is a Checkout Session, which
 * has a page of its own; its payment is a PaymentIntent.
 */

/** The shapes below are those of this version, whatever the account's own is. */
const VERSION = '2024-06-20';

const session = z.object({ id: z.string(), url: z.string().nullish() });
const charge = z.object({
  amount_captured: z.int(),
  amount_refunded: z.int(),
  currency: z.string(),
  created: z.int(),
  disputed: z.boolean(),
});
const paidSession = z.object({
  payment_intent: z.object({ id: z.string(), status: z.string(), latest_charge: charge.nullish() }).nullish(),
});
const refund = z.object({ id: z.string(), metadata: z.record(z.string(), z.string()).nullish() });
const dispute = z.object({ amount: z.int(), status: z.string() });
const listOf = <S extends z.ZodType>(item: S) => z.object({ data: z.array(item) });

const PAGE = 100;

export const stripe: Provider = {
  signatureHeader: 'stripe-signature',

  async openOrder(account, { reference, minor, currency, title, returnUrl, cancelUrl, expiresAt }, signal) {
    const body = {
      mode: 'payment',
      client_reference_id: reference,
      // Stripe puts the id of the session in.
      success_url: `${returnUrl}?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: cancelUrl,
      expires_at: String(Math.floor(expiresAt.getTime() / 1_000)),
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': currency.toLowerCase(),
      'line_items[0][price_data][unit_amount]': String(minor),
      'line_items[0][price_data][product_data][name]': title,
      'payment_intent_data[metadata][lastmile]': reference,
    };
    const opened = await ask(session, account, { path: '/v1/checkout/sessions', body, key: reference, signal });
    if (!opened.url) throw new ProviderAway('the answer of Stripe lacks the address of its page');
    return { providerOrderId: opened.id, checkoutUrl: opened.url };
  },

  checkout: (_account, { checkoutUrl }) => ({ method: 'GET', url: checkoutUrl ?? '', fields: {}, sites: [] }),

  async readPayments(account, { providerOrderId }, signal) {
    const path = `/v1/checkout/sessions/${encodeURIComponent(providerOrderId)}?expand[]=payment_intent.latest_charge`;
    const { payment_intent: intent } = await ask(paidSession, account, { path, signal });
    const paid = intent?.latest_charge;
    if (!intent || !paid || paid.amount_captured === 0) return [];
    const disputes = paid.disputed ? await disputesOf(account, intent.id, signal) : [];
    return [
      {
        id: intent.id,
        at: new Date(paid.created * 1_000),
        minor: paid.amount_captured,
        currency: paid.currency.toUpperCase(),
        refundedMinor: paid.amount_refunded,
        dispute:
          (['Open', 'Lost', 'Won'] as const).find((each) => disputes.some((one) => one.outcome === each)) ?? 'None',
        lostMinor: disputes.reduce((sum, { outcome, amount }) => sum + (outcome === 'Lost' ? amount : 0), 0),
      },
    ];
  },

  async refund(account, { reference, providerPaymentId, minor }, signal) {
    const list = `/v1/refunds?payment_intent=${encodeURIComponent(providerPaymentId)}&limit=${PAGE}`;
    // The idempotency key is remembered for a day, the metadata for ever.
    const { data } = await ask(listOf(refund), account, { path: list, signal });
    const sent = data.find(({ metadata }) => metadata?.lastmile === reference);
    if (sent) return sent.id;
    const body = { payment_intent: providerPaymentId, amount: String(minor), 'metadata[lastmile]': reference };
    return (await ask(refund, account, { path: '/v1/refunds', body, key: reference, signal })).id;
  },

  /** Stripe signs nothing here: the id of the session is what only the payer and Stripe know. */
  isGenuineReturn: (_account, providerOrderId, fields) => fields.get('session_id') === providerOrderId,

  readNotification: readStripeNotification,
};

async function disputesOf(account: Account, intentId: string, signal: AbortSignal) {
  const path = `/v1/disputes?payment_intent=${encodeURIComponent(intentId)}&limit=${PAGE}`;
  const { data } = await ask(listOf(dispute), account, { path, signal });
  return data.map(({ amount, status }) => ({ amount, outcome: outcomeOf(status) }));
}

/** A warning is an inquiry, which takes no money. */
function outcomeOf(status: string): 'Open' | 'Won' | 'Lost' {
  if (status === 'lost') return 'Lost';
  return status === 'won' || status === 'warning_closed' ? 'Won' : 'Open';
}

interface Question {
  readonly path: string;
  readonly body?: Readonly<Record<string, string>>;
  /** The same for every attempt. */
  readonly key?: string;
  readonly signal: AbortSignal;
}

async function ask<S extends z.ZodType>(schema: S, account: Account, question: Question): Promise<z.output<S>> {
  const { path, body, key, signal } = question;
  const answer = await callProvider({
    provider: 'Stripe',
    method: body ? 'POST' : 'GET',
    url: `${account.base}${path}`,
    headers: {
      Authorization: `Bearer ${account.keySecret}`,
      'Stripe-Version': VERSION,
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
    body: body && new URLSearchParams(body).toString(),
    signal,
  });
  const read = schema.safeParse(answer);
  if (!read.success) throw new ProviderAway('cannot understand the answer of Stripe', { cause: read.error });
  return read.data;
}

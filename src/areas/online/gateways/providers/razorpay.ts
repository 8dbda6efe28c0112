import { z } from 'zod';
import type { Account } from '../account.ts';
import { callProvider, ProviderAway } from '../call-provider.ts';
import type { Provider, ProviderPayment } from '../provider.ts';
import { isSignature } from '../signature.ts';
import { readRazorpayNotification } from './razorpay-notification.ts';

/*
 * Razorpay's interface (razorpay.com/docs/api): JSON, amounts in minor units, Basic authentication with the key. An order takes
 * one captured payment; the payer's page takes a form with its id.
 */

const order = z.object({ id: z.string() });
const payment = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  captured: z.boolean().nullish(),
  amount_refunded: z.int().nullish(),
  created_at: z.int(),
});
const refund = z.object({ id: z.string(), notes: z.unknown() });
const dispute = z.object({
  payment_id: z.string(),
  amount: z.int(),
  amount_deducted: z.int().nullish(),
  status: z.string(),
});
const listOf = <S extends z.ZodType>(item: S) => z.object({ items: z.array(item) });

/** An order has few payments, and a payment few refunds; the interface gives at most this many. */
const PAGE = 100;

export const razorpay: Provider = {
  signatureHeader: 'x-razorpay-signature',

  async openOrder(account, { reference, minor, currency, title }, signal) {
    const body = { amount: minor, currency, receipt: reference, payment_capture: 1, notes: { lastmile: title } };
    const { id } = await ask(order, account, { path: '/v1/orders', body, signal });
    return { providerOrderId: id, checkoutUrl: null };
  },

  /** Razorpay's Hosted Checkout, which needs no script of Razorpay's on our page. */
  checkout({ base, keyId }, { providerOrderId, minor, currency, isp, title, returnUrl, cancelUrl }) {
    return {
      method: 'POST',
      url: `${base}/v1/checkout/embedded`,
      fields: {
        ...{ key_id: keyId ?? '', order_id: providerOrderId, amount: String(minor), currency },
        ...{ name: isp, description: title, callback_url: returnUrl, cancel_url: cancelUrl },
      },
      sites: [new URL(base).origin, 'https://*.razorpay.com'],
    };
  },

  async readPayments(account, { providerOrderId, disputeIds }, signal) {
    const path = `/v1/orders/${encodeURIComponent(providerOrderId)}/payments`;
    const [{ items }, disputes] = await Promise.all([
      ask(listOf(payment), account, { path, signal }),
      Promise.all(
        disputeIds.map((id) => ask(dispute, account, { path: `/v1/disputes/${encodeURIComponent(id)}`, signal })),
      ),
    ]);
    const captured = items.filter(({ status, captured: done }) => done || status === 'captured');
    return captured.map((each) => asPayment(each, disputes));
  },

  async refund(account, { reference, providerPaymentId, minor }, signal) {
    const of = `/v1/payments/${encodeURIComponent(providerPaymentId)}`;
    // The header is remembered for a limited time, the notes for ever.
    const { items } = await ask(listOf(refund), account, { path: `${of}/refunds?count=${PAGE}`, signal });
    const sent = items.find(({ notes }) => (notes as { lastmile?: unknown } | null)?.lastmile === reference);
    if (sent) return sent.id;
    const body = { amount: minor, speed: 'normal', receipt: reference, notes: { lastmile: reference } };
    const headers = { 'X-Refund-Idempotency': reference };
    return (await ask(refund, account, { path: `${of}/refund`, body, headers, signal })).id;
  },

  /** The signature covers the order and the payment, with the secret of the key. */
  isGenuineReturn({ keySecret }, providerOrderId, fields) {
    if (fields.get('razorpay_order_id') !== providerOrderId) return false;
    const signed = `${providerOrderId}|${fields.get('razorpay_payment_id') ?? ''}`;
    return isSignature(fields.get('razorpay_signature') ?? '', keySecret, signed);
  },

  readNotification: readRazorpayNotification,
};

interface Question {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

async function ask<S extends z.ZodType>(schema: S, account: Account, question: Question): Promise<z.output<S>> {
  const { path, body, headers, signal } = question;
  const credentials = Buffer.from(`${account.keyId}:${account.keySecret}`).toString('base64');
  const answer = await callProvider({
    provider: 'Razorpay',
    method: body ? 'POST' : 'GET',
    url: `${account.base}${path}`,
    headers: { Authorization: `Basic ${credentials}`, 'Content-Type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
    signal,
  });
  const read = schema.safeParse(answer);
  if (!read.success) throw new ProviderAway('cannot understand the answer of Razorpay', { cause: read.error });
  return read.data;
}

function asPayment(
  { id, amount, currency, amount_refunded: refunded, created_at: at }: z.output<typeof payment>,
  disputes: readonly z.output<typeof dispute>[],
): ProviderPayment {
  const own = disputes.filter(({ payment_id: of }) => of === id).map((each) => ({ ...each, ...outcomeOf(each) }));
  const dispute = (['Open', 'Lost', 'Won'] as const).find((outcome) => own.some((each) => each.outcome === outcome));
  return {
    ...{ id, currency, minor: amount, refundedMinor: refunded ?? 0, at: new Date(at * 1_000) },
    dispute: dispute ?? 'None',
    lostMinor: own.reduce((sum, { lost }) => sum + lost, 0),
  };
}

/** A closed dispute is lost if the amount was taken and kept. */
function outcomeOf({ status, amount, amount_deducted: deducted }: z.output<typeof dispute>) {
  if (status === 'lost') return { outcome: 'Lost', lost: deducted || amount } as const;
  if (status === 'closed' && deducted) return { outcome: 'Lost', lost: deducted } as const;
  return { outcome: status === 'won' || status === 'closed' ? 'Won' : 'Open', lost: 0 } as const;
}

import { z } from 'zod';
import { jsonIn } from '../json.ts';
import type { Provider } from '../provider.ts';
import { isSignature } from '../signature.ts';

/** Stripe's own limit for the time in a signature, which keeps an old notification from being sent again. */
const TOLERANCE_S = 300;

const event = z.object({
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string(),
      payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
});

/** `Stripe-Signature: t=<seconds>,v1=<hex>[,v1=…]`, of `<seconds>.<body>`; several while a secret is being replaced. */
export const readStripeNotification: Provider['readNotification'] = ({ webhookSecret }, { body, signature, now }) => {
  if (webhookSecret === null || signature === undefined || signature.length > 2_000) return null;
  const parts = signature.split(',').map((part) => part.trim());
  const seconds = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2);
  if (seconds === undefined || Math.abs(now.getTime() / 1_000 - Number(seconds)) > TOLERANCE_S) return null;
  const signed = Buffer.concat([Buffer.from(`${seconds}.`), body]);
  const signatures = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3));
  if (!signatures.some((each) => isSignature(each, webhookSecret, signed))) return null;
  const read = event.safeParse(jsonIn(body));
  if (!read.success) return {};
  const { object, id, payment_intent: intent } = read.data.data.object;
  return {
    providerOrderId: object === 'checkout.session' ? id : undefined,
    providerPaymentId: object === 'payment_intent' ? id : typeof intent === 'string' ? intent : intent?.id,
  };
};

import { z } from 'zod';
import { jsonIn } from '../json.ts';
import type { Provider } from '../provider.ts';
import { isSignature } from '../signature.ts';

const entity = <S extends z.ZodRawShape>(shape: S) => z.object({ entity: z.object(shape) }).optional();

const event = z.object({
  payload: z.object({
    order: entity({ id: z.string() }),
    payment: entity({ id: z.string(), order_id: z.string().nullish() }),
    refund: entity({ payment_id: z.string() }),
    dispute: entity({ id: z.string(), payment_id: z.string() }),
  }),
});

/** The signature is that of the body alone and has no time in it: an old notification makes the provider be asked once more. */
export const readRazorpayNotification: Provider['readNotification'] = ({ webhookSecret }, { body, signature }) => {
  if (webhookSecret === null || signature === undefined) return null;
  if (!isSignature(signature, webhookSecret, body)) return null;
  const read = event.safeParse(jsonIn(body));
  if (!read.success) return {};
  const { order, payment, refund, dispute } = read.data.payload;
  return {
    providerOrderId: order?.entity.id ?? payment?.entity.order_id ?? undefined,
    providerPaymentId: payment?.entity.id ?? refund?.entity.payment_id ?? dispute?.entity.payment_id,
    disputeId: dispute?.entity.id,
  };
};

import { z } from 'zod';
import type { Kernel } from '../../../core/kernel.ts';
import { readRecord } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';
import { notificationAddress } from './pay-address.ts';
import type { ProviderName } from './vocabulary.ts';

export const notificationSetup = z.object({ url: wire.shown(), events: wire.csv(wire.shown()) });

/** Of each payment: that it was captured, refunded or disputed. Other events are answered and change nothing. */
const EVENTS: Readonly<Record<ProviderName, readonly string[]>> = {
  Razorpay: [
    ...['payment.captured', 'order.paid', 'refund.processed', 'refund.failed'],
    ...['payment.dispute.created', 'payment.dispute.won', 'payment.dispute.lost', 'payment.dispute.closed'],
  ],
  Stripe: [
    ...['checkout.session.completed', 'checkout.session.async_payment_succeeded', 'checkout.session.expired'],
    ...['charge.refunded', 'refund.failed', 'charge.dispute.created', 'charge.dispute.closed'],
    'charge.dispute.funds_reinstated',
  ],
};

/** What to enter at the provider. @throws Fault of kind `notFound` */
export async function readNotificationSetup(
  kernel: Pick<Kernel, 'db' | 'config' | 'secretsKeys'>,
  scope: Scope,
  id: number,
): Promise<z.output<typeof notificationSetup>> {
  const gateway = { what: 'payment gateway', id } as const;
  const { provider } = await readRecord<{ provider: ProviderName }>(kernel.db.pool, scope, gateway, sql`x.provider`);
  return { url: notificationAddress(kernel, id), events: [...EVENTS[provider]] };
}

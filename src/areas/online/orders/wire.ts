import { z } from 'zod';
import * as wire from '../../../core/wire/index.ts';
import { PROVIDERS } from '../gateways/vocabulary.ts';
import { MONEY_PURPOSES, ORDER_STATUSES } from './vocabulary.ts';

export const newOrder = z.strictObject({
  serviceid: wire.id(),
  purpose: wire.described('`Dues` without `amt`: everything that the service owes', wire.oneOf(MONEY_PURPOSES)),
  amt: wire.money().optional(),
  gatewayid: wire.described('when absent, the oldest active one', wire.id()).optional(),
});

/** `key_id`, `order_no` and `checkout_url` are what the provider's own checkout takes. */
export const openedOrder = z.object({
  id: wire.count(),
  amt: wire.money(),
  currency: wire.shown(),
  status: wire.oneOf(ORDER_STATUSES),
  expires_at: wire.timestamp(),
  pay_url: wire.shown(),
  provider: wire.oneOf(PROVIDERS),
  key_id: wire.shown().nullable(),
  order_no: wire.shown(),
  checkout_url: wire.shown().nullable(),
});

/** What was paid and what went back, as the list of orders shows them. */
export const orderState = z.object({
  status: wire.oneOf(ORDER_STATUSES),
  paid_amt: wire.asStored(wire.money()),
  returned_amt: wire.asStored(wire.money()),
});

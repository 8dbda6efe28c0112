/** What money alone is for. It is booked alike: it pays what is due first, and the rest is an advance. */
export const MONEY_PURPOSES = ['Dues', 'Advance'] as const;

/** What a payment is for. The rest is done with the payment (`fulfil.ts`). */
export const PURPOSES = [...MONEY_PURPOSES, 'Renewal', 'Topup', 'PlanChange'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** See `life-cycle.ts`. */
export const ORDER_STATUSES = [
  ...(['New', 'Open', 'Paid', 'Held', 'PartlyRefunded', 'Refunded', 'Disputed', 'ChargedBack'] as const),
  ...(['Expired', 'Failed'] as const),
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** `Requested` until the provider has answered. */
export const REFUND_STATUSES = ['Requested', 'Accepted', 'Refused'] as const;

/** Author of orders that somebody opened over a connection, without having signed in: who the subscriber is stays hidden from them. */
export const AT_AN_ADDRESS = 'at an address';

/** How long a payer may take. Stripe takes no less than half an hour. */
export const ORDER_MS = 60 * 60_000;

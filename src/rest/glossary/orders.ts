import type { Part } from './part.ts';

/** Payments through a provider on the Internet. */
export const ORDERS: Part = {
  anywhere: {
    gatewayid: 'The id of the payment gateway',
    order_no: 'The id of the order at the provider; null: it does not know the order yet',
    key_id: 'The id of the key at the provider; null: the provider has none',
  },
  within: {
    gateway: {
      id: 'The id of the payment gateway',
      name: 'The name of the payment gateway',
      provider: 'The payment provider',
      environment: 'Whether real money moves; `Test` and `Simulator`: it does not',
      key_secret: 'The secret of the key at the provider, which is never shown again',
      webhook_secret: 'The secret that signs the notifications of the provider; without it the node refuses them',
      has_webhook_secret: 'Whether the secret of notifications is set',
      active: 'Whether new orders can use the gateway',
      url: 'The address to which the provider is to send its notifications',
      events: 'The events that the provider is to notify of',
    },
    order: {
      id: 'The id of the payment order',
      purpose: 'What is paid: what is due, an advance, or, by the subscriber, a renewal, a top-up or a change of plan',
      amt: 'The amount to pay',
      status: 'What became of the order and its payments; `Held`: a payment could not be recorded',
      paid_amt: 'What was paid for the order',
      returned_amt: 'What went back to the payer, by refunds and lost disputes',
      fulfilled_at: 'When what was paid for was done; null: it is not',
      problem: 'Why what was paid for could not be done, in a sentence; null: nothing is wrong',
      expires_at: 'Until when the order can be paid',
      provider: 'The payment provider',
      pay_url: 'The address of the page where the subscriber pays',
      checkout_url: 'The address of the checkout of the provider; null: it has none',
    },
    'order.refund': {
      id: 'The id of the payment order; in the answer, that of the refund',
      amt: 'The amount that goes back to the payer; when absent, everything that is left of the payment',
      reason: 'Why the money goes back, for the staff',
      status: '`Requested` until the provider answers, then `Accepted`',
    },
  },
};

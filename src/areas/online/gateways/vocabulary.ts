/** Payment providers that there is an adapter for. */
export const PROVIDERS = ['Razorpay', 'Stripe'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** `Test` takes the provider's test keys, with which nobody pays money; `Simulator` is for trials without a provider. */
export const ENVIRONMENTS = ['Live', 'Test', 'Simulator'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** For `seal`. */
export const KEY_PURPOSE = 'payment_gateway.key_secret';
export const NOTIFICATION_PURPOSE = 'payment_gateway.webhook_secret';

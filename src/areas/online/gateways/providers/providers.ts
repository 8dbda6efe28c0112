import type { Provider } from '../provider.ts';
import type { ProviderName } from '../vocabulary.ts';
import { razorpay } from './razorpay.ts';
import { stripe } from './stripe.ts';

/** One line for each provider. */
export const PROVIDER_ADAPTERS: Readonly<Record<ProviderName, Provider>> = { Razorpay: razorpay, Stripe: stripe };

import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from './api.ts';

export type * from './api.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { type ErrorDetails, type ErrorKind, isLastmileError, LastmileError } from './error.ts';
export { type CallOptions, type Countable, count, type List, pages, rows } from './lists.ts';
export { type VerifyOptions, verifyWebhook, WebhookVerificationError } from './webhooks.ts';

/** Input of every procedure: `Inputs['customer']['create']`. */
export type Inputs = inferRouterInputs<AppRouter>;
/** Output of every procedure: `Outputs['customer']['create']`. */
export type Outputs = inferRouterOutputs<AppRouter>;

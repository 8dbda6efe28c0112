import type { AnyRouter } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { RequestHandler } from 'express';
import { openContext } from '../rpc/open-context.ts';
import { addressOf } from './address.ts';
import { headerCredentials } from './credentials.ts';
import type { FacadeOptions } from './facade.ts';

/** A batch shares one body and one connection; without a bound one request could hold the whole pool. */
const MAX_BATCH = 20;
const MAX_BODY_BYTES = 1024 * 1024;

/** The native door: the procedures as they are, superjson, credentials in the headers `x-userid` and `x-api-key`. */
export function trpcDoor({ router, kernel, failures }: FacadeOptions): RequestHandler {
  return createExpressMiddleware<AnyRouter>({
    router,
    maxBatchSize: MAX_BATCH,
    maxBodySize: MAX_BODY_BYTES,
    allowMethodOverride: true,
    createContext: ({ req }) =>
      openContext(kernel, failures, { credentials: headerCredentials(req), address: addressOf(req) }),
  });
}

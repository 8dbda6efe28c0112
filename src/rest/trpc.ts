import { type AnyRouter, TRPCError } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { RequestHandler } from 'express';
import { isStreamed } from '../core/download.ts';
import { Fault } from '../core/fault.ts';
import { openContext } from '../rpc/open-context.ts';
import { addressOf } from './address.ts';
import { browserSessionOf } from './browser-session.ts';
import { headerCredentials } from './credentials.ts';
import type { FacadeOptions } from './facade.ts';
import { API, routesOf } from './routes.ts';

/** Limits the calls of a batch, which run concurrently: one request could otherwise use the whole pool. */
const MAX_BATCH = 20;
const MAX_BODY_BYTES = 1024 * 1024;

/** The tRPC API: native types with superjson, credentials in the headers `x-userid` and `x-api-key`. */
export function trpcHandler({ router, kernel, failures }: FacadeOptions): RequestHandler {
  const files = routesOf(router).filter(({ output }) => isStreamed(output));

  /** Before the call: otherwise the file would be produced and discarded, and the audit would record a download. */
  function refuseFile(path: string): void {
    const file = files.find(({ procedure }) => procedure === path);
    if (!file) return;
    const fault = new Fault('methodNotAllowed', `${path} answers with a file: call POST ${API}${file.meta.rest[0]}`);
    throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED', message: fault.message, cause: fault });
  }

  const handler = createExpressMiddleware<AnyRouter>({
    router,
    maxBatchSize: MAX_BATCH,
    maxBodySize: MAX_BODY_BYTES,
    allowMethodOverride: true,
    createContext: ({ req, res, info }) => {
      for (const { path } of info.calls) refuseFile(path);
      const address = addressOf(req, kernel.config.trustedProxies);
      const insecure = kernel.config.consoleInsecure;
      const browser = browserSessionOf(req, res, { insecure });
      const portal = browserSessionOf(req, res, { of: 'portal', insecure });
      return openContext(kernel, failures, { credentials: headerCredentials(req), address, browser, portal });
    },
  });
  return (request, response, next) => {
    // Neither results nor errors may be cached.
    response.setHeader('Cache-Control', 'no-store');
    return handler(request, response, next);
  };
}

import { type AnyRouter, TRPCError } from '@trpc/server';
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http';
import type { Request, RequestHandler, Response } from 'express';
import { isStreamed } from '../core/content/download.ts';
import { Fault } from '../core/fault.ts';
import type { Context } from '../rpc/context.ts';
import { faultOf } from '../rpc/fault-of.ts';
import { openContext } from '../rpc/open-context.ts';
import { trpcErrorOf } from '../rpc/trpc.ts';
import { addressOf } from './address.ts';
import { browserSessionOf } from './browser-session.ts';
import { whenGone } from './gone.ts';
import { headerCredentials } from './request.ts';
import { retryAfter } from './response.ts';
import type { ApiOptions } from './rest-api.ts';
import { API, routesOf } from './routes.ts';
import { MAX_UNKNOWN_BYTES, readCall } from './trpc-request.ts';

/** Limits the calls of a batch, which run concurrently: one request could otherwise use the whole pool. */
const MAX_BATCH = 20;

/** The tRPC API: native types with superjson, credentials in the headers `x-userid` and `x-api-key`. */
export function trpcHandler(router: AnyRouter, { kernel, failures }: ApiOptions): RequestHandler {
  const files = routesOf(router).filter(({ output, meta }) => meta.upload || isStreamed(output));

  /** Before the call: otherwise the file would be produced and discarded, and the audit would record a download. */
  function refuseFile(path: string): void {
    const file = files.find(({ procedure }) => procedure === path);
    if (!file) return;
    const does = file.meta.upload ? 'takes' : 'answers with';
    const fault = new Fault('methodNotAllowed', `${path} ${does} a file: call POST ${API}${file.meta.rest[0]}`);
    throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED', message: fault.message, cause: fault });
  }

  function contextOf(request: Request, response: Response): Context {
    const address = addressOf(request, kernel);
    const insecure = kernel.config.consoleInsecure;
    const browser = browserSessionOf(request, response, { insecure });
    const portal = browserSessionOf(request, response, { of: 'portal', insecure });
    const credentials = headerCredentials(request);
    return openContext(kernel, failures, { credentials, address, browser, portal, whenGone: whenGone(response) });
  }

  return (request, response) => {
    // Neither results nor errors may be cached.
    response.setHeader('Cache-Control', 'no-store');
    const ctx = contextOf(request, response);
    return nodeHTTPRequestHandler<AnyRouter, Request, Response>({
      router,
      req: request,
      res: response,
      path: request.path.slice(request.path.lastIndexOf('/') + 1),
      maxBatchSize: MAX_BATCH,
      maxBodySize: MAX_UNKNOWN_BYTES,
      allowMethodOverride: true,
      middleware: (_request, _response, next) => void admit(request, response, ctx).then(next),
      createContext: ({ info }) => {
        for (const { path } of info.calls) refuseFile(path);
        return ctx;
      },
      responseMeta: ({ errors }) => retryHeaders(errors),
    });
  };
}

/** The longest time that one of the calls of a batch asks for. */
function retryHeaders(errors: readonly TRPCError[]): { headers?: Record<string, string> } {
  const seconds = errors.map((error) => retryAfter(faultOf(error)) ?? 0);
  return seconds.some(Boolean) ? { headers: { 'Retry-After': String(Math.max(...seconds)) } } : {};
}

/** Has the input read and bounded before tRPC parses it. Returns the error of the request, which tRPC answers with. */
async function admit(request: Request, response: Response, ctx: Context): Promise<unknown> {
  try {
    request.body = await readCall(request, ctx);
    return undefined;
  } catch (error) {
    const fault = faultOf(error);
    if (fault.kind === 'internal')
      ctx.kernel.log.error({ err: fault.cause ?? fault, path: request.path }, 'internal error');
    if (!request.complete) response.setHeader('Connection', 'close');
    return error instanceof TRPCError ? error : trpcErrorOf(fault);
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AnyRouter, TRPCError } from '@trpc/server';
import { Router } from 'express';
import type { Upload } from '../core/content/upload.ts';
import { Fault } from '../core/fault.ts';
import { faultOf } from '../rpc/fault-of.ts';
import { openContext } from '../rpc/open-context.ts';
import { addressOf } from './address.ts';
import { browserSessionOf } from './browser-session.ts';
import { decode } from './decode.ts';
import { whenGone } from './gone.ts';
import { callProcedure } from './procedure-call.ts';
import { parametersIn, targetOf } from './request.ts';
import { sendFault, sendResult } from './response.ts';
import type { ApiOptions } from './rest-api.ts';
import { subscriberUpload } from './routes.ts';
import { uploadIn } from './upload.ts';

const PREFIX = '/my/file';
const NO_CREDENTIALS = { userid: undefined, apiKey: undefined };

/**
 * Files of subscribers who are signed in: `POST /my/file/ticket_photo?id=7`, answered with an envelope as in the REST API. tRPC,
 * which their pages use for all else, would hold a file in memory several times, and takes 16 kB of strangers.
 */
export function subscriberUploads(router: AnyRouter, { kernel, failures }: ApiOptions): Router {
  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    file: Upload | undefined,
  ): Promise<unknown> {
    if (request.method !== 'POST') throw new Fault('methodNotAllowed', 'a file is sent with POST');
    const { path, query } = targetOf(request.url);
    const procedure = subscriberUpload(router, `portal.${path.slice(1)}`);
    if (!procedure) throw new Fault('notFound', 'no file is taken at this address');
    const portal = browserSessionOf(request, response, { of: 'portal', insecure: kernel.config.consoleInsecure });
    const address = addressOf(request, kernel);
    const caller = { credentials: NO_CREDENTIALS, address, portal, whenGone: whenGone(response), upload: file };
    const ctx = openContext(kernel, failures, caller);
    const { zone } = await ctx.authenticateSubscriber();
    return callProcedure(router, procedure, ctx, decode(procedure, parametersIn(query), zone).input);
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = uploadIn(request);
    try {
      const result = await answer(request, response, file).finally(() => file?.discard());
      sendResult(response, result);
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'internal' && !(error instanceof TRPCError))
        kernel.log.error({ err: fault.cause ?? fault }, 'internal error');
      if (!request.complete) response.setHeader('Connection', 'close');
      sendFault(response, fault, undefined);
    }
  }

  return Router({ caseSensitive: true }).use(PREFIX, (request: IncomingMessage, response: ServerResponse) => {
    respond(request, response).catch((err: unknown) => {
      kernel.log.error({ err }, 'failed to send the response');
      response.destroy();
    });
  });
}

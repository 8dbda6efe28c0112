import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AnyRouter, TRPCError } from '@trpc/server';
import { type Request, Router } from 'express';
import { Download, fileOf } from '../core/content/download.ts';
import type { Upload } from '../core/content/upload.ts';
import { Fault } from '../core/fault.ts';
import type { Kernel } from '../core/kernel.ts';
import type { FailedLogins } from '../rpc/failed-logins.ts';
import { faultOf } from '../rpc/fault-of.ts';
import { openContext } from '../rpc/open-context.ts';
import { addressOf } from './address.ts';
import { browserSessionOf } from './browser-session.ts';
import { decode } from './decode.ts';
import { whenGone } from './gone.ts';
import { callProcedure, zoneOf } from './procedure-call.ts';
import { type Renderer, rendererOf } from './render.ts';
import { parametersIn, readParameters, takeCredentials, targetOf } from './request.ts';
import { sendDownload, sendFault, sendResult } from './response.ts';
import { API, type Route, type RouteTable, routeAt, routeTable } from './routes.ts';
import { reportUnknown, takeStrictness } from './unknown-parameters.ts';
import { uploadIn } from './upload.ts';

/** What the APIs over a router of procedures work with. */
export interface ApiOptions {
  readonly kernel: Kernel;
  /** Counts wrong credentials, for all APIs of a node together. */
  readonly failures: FailedLogins;
}

/** A request of Node or of Express. The router strips its mount path from `url`. */
type Mounted = IncomingMessage & Pick<Request, 'originalUrl' | 'body'>;

interface Sent {
  file?: Upload | undefined;
}

/** Where documented paths are, and what is different there. */
interface Place {
  readonly prefix: string;
  /** Only files, such as exports and uploads: a page can neither get nor send a stream through tRPC. */
  readonly filesOnly: boolean;
  /** Whether a session counts as credentials. Not in the REST API, which takes forms of any page. */
  readonly sessions: boolean;
}

const REST: Place = { prefix: API, filesOnly: false, sessions: false };
/** Files for people who are signed in. */
export const FILES: Place = { prefix: '/console/file', filesOnly: true, sessions: true };

/**
 * The REST API (contract 1.1): flat parameters in, envelope out, every path derived from the procedures. Any Express app can
 * mount it: `app.use(restApi(appRouter, { kernel, failures }))` serves `/api`, `app.use('/isp', …)` serves `/isp/api`. It answers
 * everything below `/api`, unknown paths and its own errors included, and passes other paths on. It uses nothing that only
 * Express's request and response have, so Node's will do, and reads bodies itself unless a body parser has done so.
 */
export function restApi(router: AnyRouter, { kernel, failures }: ApiOptions, place: Place = REST): Router {
  const routes = routeTable(router);
  const renderers = new Map<Route, Renderer>([...routes.values()].map((route) => [route, rendererOf(route.output)]));

  async function answer(request: Mounted, response: ServerResponse, sent: Sent): Promise<unknown> {
    const route = routeOf(request, routes, place);
    const address = addressOf(request, kernel);
    if (route.meta.upload) sent.file = uploadIn(request);
    const { query } = targetOf(request.url);
    const parameters = sent.file ? parametersIn(query) : await readParameters(request, query);
    const credentials = takeCredentials(request, parameters);
    const isStrict = takeStrictness(request, parameters);
    const insecure = kernel.config.consoleInsecure;
    const browser = place.sessions ? browserSessionOf(request, response, { insecure }) : null;
    const caller = { credentials, address, browser, whenGone: whenGone(response), upload: sent.file };
    const ctx = openContext(kernel, failures, caller);
    const zone = await zoneOf(ctx, route, parameters);
    const { input, ignored } = decode(route, parameters, zone);
    reportUnknown(response, ignored, isStrict);
    return renderers.get(route)?.(await callProcedure(router, route, ctx, input), zone);
  }

  async function respond(request: Mounted, response: ServerResponse): Promise<void> {
    const sent: Sent = {};
    try {
      const result = await answer(request, response, sent).finally(() => sent.file?.discard());
      if (result instanceof Download) await sendDownload(response, result);
      else sendResult(response, result);
    } catch (error) {
      const fault = faultOf(error);
      // The endpoint has logged the errors of a procedure.
      if (fault.kind === 'internal' && !(error instanceof TRPCError))
        kernel.log.error({ err: fault.cause ?? fault, path: targetOf(request.originalUrl).path }, 'internal error');
      if (response.headersSent) response.destroy();
      else {
        if (!request.complete) response.setHeader('Connection', 'close');
        sendFault(response, fault, kernel.config.restStatus);
      }
    }
  }

  return Router({ caseSensitive: true }).use(place.prefix, (request: Mounted, response: ServerResponse) => {
    respond(request, response).catch((err: unknown) => {
      // It must not stop the node, which also serves RADIUS, nor become an error page of Express.
      kernel.log.error({ err }, 'failed to send the response');
      response.destroy();
    });
  });
}

/** @throws Fault of kind `notFound` or `methodNotAllowed` */
function routeOf(request: Mounted, routes: RouteTable, { filesOnly }: Place): Route {
  const route = routeAt(routes, targetOf(request.url).path);
  if (!route || (filesOnly && !fileOf(route.output) && !route.meta.upload))
    throw new Fault('notFound', `there is no endpoint ${targetOf(request.originalUrl).path.slice(0, 200)}`);
  if (request.method !== 'GET' && request.method !== 'POST') throw new Fault('methodNotAllowed', 'use POST or GET');
  return route;
}

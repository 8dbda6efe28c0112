import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AnyRouter } from '@trpc/server';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { StaticContent } from '../core/content/static-content.ts';
import { NOT_ENCODED } from '../rpc/fault-of.ts';
import { captivePages } from './captive/captive.ts';
import { branchPages } from './care/branch.ts';
import { docsPages, openApiContent } from './docs.ts';
import { home } from './home.ts';
import { hotspotPages } from './hotspot/hotspot.ts';
import { libreQosPages } from './integrations/libreqos.ts';
import { logos } from './logos.ts';
import { MCP, mcpHandler } from './mcp/mcp.ts';
import { payPages } from './pay/pay.ts';
import type { ApiOptions } from './rest-api.ts';
import { type Page, sendPage } from './security.ts';
import { type StatusOptions, statusPages } from './status-pages.ts';
import { trpcHandler } from './trpc.ts';

/** A page with a nonce of its own each time, and the files that it loads, by their paths. */
interface Panel {
  readonly page: Page;
  readonly files: Readonly<Record<string, StaticContent>>;
}

export interface HttpOptions extends ApiOptions, StatusOptions {
  readonly router: AnyRouter;
  /** What is at `/panel`. */
  readonly panel: Panel;
  /** The operator console at `/console`; without it there is nothing at this address. */
  readonly console?: RequestHandler;
  /** The subscriber's own pages at `/my`, likewise. */
  readonly portal?: RequestHandler;
}

/** Everything that the HTTP server offers except the REST API, which comes first (app.ts). No request goes on from here. */
export function createPages(options: HttpOptions): Express {
  const { kernel, router, panel, console, portal } = options;
  const app = express().disable('x-powered-by').disable('etag');
  app.use('/trpc', trpcHandler(router, options));
  if (kernel.config.mcp) app.all(MCP, mcpHandler(router, options));
  app.get('/', (_request, response) => sendPage(response, home));
  if (console) app.use('/console', console);
  if (portal) app.use('/my', portal);
  app.use('/logo', logos(kernel));
  app.use('/captive', captivePages(kernel));
  app.use('/integrations/libreqos', libreQosPages(options));
  app.use('/hotspot', hotspotPages(kernel));
  app.use('/pay', payPages(kernel));
  app.use('/care/branch', branchPages(router, options));
  app.get('/panel', (_request, response) => sendPage(response, panel.page));
  for (const [path, content] of Object.entries(panel.files))
    app.get(path, (request, response) => content.send(request, response));
  app.use('/docs', docsPages());
  const openApi = openApiContent(router);
  app.get('/openapi.json', (request, response) => openApi.send(request, response));
  app.use(statusPages(options));
  app.use((_request, response) => {
    response.status(404).type('text/plain').send('There is nothing at this address.\n');
  });
  app.use(failed(options));
  return app;
}

/** Express rejects what it cannot serve with an error that has a status: 400 for a malformed path. All other errors are ours. */
export function failed({ kernel }: Pick<HttpOptions, 'kernel'>): ErrorRequestHandler {
  return (error: unknown, request: IncomingMessage, response: ServerResponse, next) => {
    if (response.headersSent) return next(error);
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
    const isOurs = !(status >= 400 && status < 500);
    if (isOurs) kernel.log.error({ err: error, path: request.url?.split('?')[0] }, 'internal error');
    response.writeHead(isOurs ? 500 : status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    response.end(isOurs ? 'Internal error.\n' : `${sentenceOf(status)}\n`);
  };
}

/** No page reads a body by Express, so a bad request has a bad address. */
const sentenceOf = (status: number): string =>
  status === 400 ? `The address ${NOT_ENCODED}.` : `${STATUS_CODES[status] ?? 'Bad request'}.`;

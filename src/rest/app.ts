import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Request, type Response, Router } from 'express';
import { type HttpServer, httpServerOf } from './http-server.ts';
import { LIVE, LiveStreams } from './live.ts';
import { httpMetrics } from './metrics.ts';
import { createPages, type HttpOptions } from './pages.ts';
import { FILES, restApi } from './rest-api.ts';
import { secureHeaders } from './security.ts';
import { createTurnMetrics } from './turn-metrics.ts';

/**
 * The HTTP server: a router of Express that takes Node's request and response. An app of Express would give both other
 * prototypes, which costs as much as a small call of the API, so only the pages are one.
 */
export function createHttpServer(options: HttpOptions): HttpServer {
  const { kernel, metrics, router } = options;
  const live = new LiveStreams(options);
  createTurnMetrics(metrics, kernel);
  const root = Router({ caseSensitive: true, strict: true })
    .use(httpMetrics(metrics, router), secureHeaders)
    .use(restApi(router, options), restApi(router, options, FILES))
    .all(LIVE, (request, response) => live.open(request, response))
    .use(createPages(options));

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    root(request as Request, response as Response, (err?: unknown) => {
      // The pages answer whatever is left: this is a request that no router can read, or an answer that broke off.
      if (err) kernel.log.error({ err }, 'failed to send the response');
      if (response.headersSent) response.destroy();
      else response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' }).end('The address is not valid.\n');
    });
  };
  return httpServerOf(handle, () => live.close());
}

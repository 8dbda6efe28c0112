import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Request, type Response, Router } from 'express';
import { type HttpServer, httpServerOf } from './http-server.ts';
import { LIVE, LiveStreams } from './live.ts';
import { createHttpMetrics, createTurnMetrics } from './metrics.ts';
import { createPages, type HttpOptions } from './pages.ts';
import { FILES, restApi } from './rest-api.ts';
import { setSecureHeaders } from './security.ts';
import { subscriberUploads } from './subscriber-uploads.ts';

/**
 * The HTTP server: an Express router that takes Node's own request and response. An Express app replaces the prototypes of
 * both, which adds a third to the cost of a small API call, so only the pages are an app.
 */
export function createHttpServer(options: HttpOptions): HttpServer {
  const { kernel, metrics, router } = options;
  const live = new LiveStreams(options);
  const observe = createHttpMetrics(metrics, router);
  createTurnMetrics(metrics, kernel);
  const root = Router({ caseSensitive: true, strict: true })
    .use(restApi(router, options), restApi(router, options, FILES))
    .use(subscriberUploads(router, options))
    .all(LIVE, (request, response) => live.open(request, response))
    .use(createPages(options));

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    // Before the router, which leaves addresses that it cannot parse.
    observe(request, response);
    setSecureHeaders(response);
    root(request as Request, response as Response, (err?: unknown) => {
      // The pages answer everything else: either it was such an address, or an answer broke off.
      if (err) kernel.log.error({ err }, 'failed to send the response');
      if (response.headersSent) response.destroy();
      else response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' }).end('The address is not valid.\n');
    });
  };
  return httpServerOf(handle, () => live.close());
}

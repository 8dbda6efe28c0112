import type { IncomingMessage, ServerResponse } from 'node:http';
import { createFacade, FILES } from './facade.ts';
import { type HttpServer, httpServerOf } from './http-server.ts';
import { LIVE, LiveStreams } from './live.ts';
import { createHttpMetrics } from './metrics.ts';
import { createPages, type HttpOptions } from './pages.ts';
import { API } from './routes.ts';
import { setSecureHeaders } from './security.ts';
import { targetOf } from './target.ts';
import { createTurnMetrics } from './turn-metrics.ts';

/**
 * The HTTP server. The REST API is a plain handler in front of Express, since on Node 20 Express alone costs several times as
 * much as an API call.
 */
export function createHttpServer(options: HttpOptions): HttpServer {
  const facade = createFacade(options);
  const files = createFacade(options, FILES);
  const pages = createPages(options);
  const live = new LiveStreams(options);
  const observe = createHttpMetrics(options.metrics, options.router);
  createTurnMetrics(options.metrics, options.kernel);

  async function answer(by: typeof facade, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await by(request, response);
    } catch (err) {
      // The facade answers its own errors. Anything else must not end the node, which also serves RADIUS.
      options.kernel.log.error({ err }, 'failed to send the response');
      response.destroy();
    }
  }

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    observe(request, response);
    setSecureHeaders(response);
    if (isBelow(API, request.url)) void answer(facade, request, response);
    else if (isBelow(FILES.prefix, request.url)) void answer(files, request, response);
    else if (targetOf(request.url).path === LIVE) void live.open(request, response);
    else pages(request, response);
  };
  return httpServerOf(handle, () => live.close());
}

function isBelow(prefix: string, url: string | undefined): boolean {
  const { path } = targetOf(url);
  return path === prefix || path.startsWith(`${prefix}/`);
}

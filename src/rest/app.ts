import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createFacade, FILES } from './facade.ts';
import { LIVE, LiveStreams } from './live.ts';
import { createHttpMetrics } from './metrics.ts';
import { createPages, type HttpOptions } from './pages.ts';
import { API } from './routes.ts';
import { setSecureHeaders } from './security.ts';
import { targetOf } from './target.ts';

/** Time limits for the headers and for a whole request, so that slow clients do not occupy connections. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the usual proxies keep idle connections, so that none reuses one that is just being closed. */
const KEEP_ALIVE_MS = 65_000;
/** How long a stop waits for requests in flight; the whole node has ten seconds. */
const GRACE_MS = 4_000;

export interface HttpServer {
  /** For `listen` and `address`. */
  readonly server: Server;
  /** Accepts no more connections, closes idle ones and resolves when the requests in flight are answered. */
  close(graceMs?: number): Promise<void>;
}

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
  let closing = false;

  async function answer(by: typeof facade, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await by(request, response);
    } catch (err) {
      // The facade answers its own errors. Anything else must not end the node, which also serves RADIUS.
      options.kernel.log.error({ err }, 'failed to send the response');
      response.destroy();
    }
  }

  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
    (request, response) => {
      observe(request, response);
      if (closing) response.setHeader('Connection', 'close');
      response.once('close', () => closing && setImmediate(() => server.closeIdleConnections()));
      setSecureHeaders(response);
      if (isBelow(API, request.url)) void answer(facade, request, response);
      else if (isBelow(FILES.prefix, request.url)) void answer(files, request, response);
      else if (targetOf(request.url).path === LIVE) void live.open(request, response);
      else pages(request, response);
    },
  );
  server.keepAliveTimeout = KEEP_ALIVE_MS;

  async function close(graceMs = GRACE_MS): Promise<void> {
    closing = true;
    live.close();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(deadline);
  }

  return { server, close };
}

function isBelow(prefix: string, url: string | undefined): boolean {
  const { path } = targetOf(url);
  return path === prefix || path.startsWith(`${prefix}/`);
}

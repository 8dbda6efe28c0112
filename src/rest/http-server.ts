import { createServer, type RequestListener, type Server } from 'node:http';
import { StalledReaders, type StallLimits } from './stalled-readers.ts';

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

/** `onClose` ends what would not end by itself. */
export function httpServerOf(
  handle: RequestListener,
  onClose: () => void = () => undefined,
  limits: StallLimits = {},
): HttpServer {
  let closing = false;
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
    (request, response) => {
      if (closing) response.setHeader('Connection', 'close');
      response.once('close', () => closing && setImmediate(() => server.closeIdleConnections()));
      handle(request, response);
    },
  );
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  new StalledReaders(server, limits);

  async function close(graceMs = GRACE_MS): Promise<void> {
    closing = true;
    onClose();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(deadline);
  }

  return { server, close };
}

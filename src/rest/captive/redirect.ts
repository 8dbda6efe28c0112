import { createServer, type Server } from 'node:http';
import type { Config } from '../../config/config.ts';
import { listen } from '../listen.ts';

/** All programs of all devices of blocked subscribers try, over and over. */
const MAX_CONNECTIONS = 2_000;
const TIMEOUT_MS = 5_000;

/**
 * Where NASes send the unencrypted web requests of blocked subscribers: whatever was wanted, the answer is the page that says
 * why it does not come. Constant, so that it costs nothing. Nothing else is offered on this port.
 */
/** Opens the port if it is set. Returns what closes it. @throws ConfigError if it is not available */
export async function startRedirects({ captive, publicUrl }: Pick<Config, 'captive' | 'publicUrl'>) {
  if (!captive || publicUrl === undefined) return async () => undefined;
  const server = createRedirectServer(publicUrl);
  await listen(server, captive, 'CAPTIVE_PORT');
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}

export function createRedirectServer(publicUrl: string): Server {
  const headers = {
    Location: `${publicUrl}/captive`,
    'Cache-Control': 'no-store',
    'Content-Length': 0,
    Connection: 'close',
  };
  const server = createServer(
    { headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS, connectionsCheckingInterval: 1_000 },
    (_request, response) => {
      response.writeHead(302, headers).end();
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(TIMEOUT_MS);
  return server;
}

import { createServer, type Server } from 'node:http';
import type { Config } from '../../config/config.ts';
import { listen } from '../listen.ts';

/** All programs of all devices of blocked subscribers try, over and over. */
const MAX_CONNECTIONS = 2_000;
const TIMEOUT_MS = 5_000;

/**
 * Opens the ports that are set, if any. Returns what closes them.
 * @throws ConfigError if one is not available
 */
export async function startRedirects({ captive, publicUrl }: Pick<Config, 'captive' | 'publicUrl'>) {
  if (!captive || publicUrl === undefined) return async () => undefined;
  const { address } = captive;
  const servers: Server[] = [];
  const close = async () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  try {
    for (const { port, ispId } of captive.ports) {
      const server = createRedirectServer(publicUrl, ispId);
      await listen(server, { address, port }, 'CAPTIVE_PORT');
      servers.push(server);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}

/**
 * Where NASes send the unencrypted web requests of blocked subscribers: whatever was wanted, the answer is the page that says
 * why it does not come, of the ISP whose NASes use the port. Constant, so that it costs nothing. Nothing else is offered there.
 */
export function createRedirectServer(publicUrl: string, ispId: number | null): Server {
  const headers = {
    Location: ispId === null ? `${publicUrl}/captive` : `${publicUrl}/captive/${ispId}`,
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

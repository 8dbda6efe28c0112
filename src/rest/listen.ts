import { once } from 'node:events';
import type { Server } from 'node:http';
import { type Config, ConfigError } from '../config/config.ts';

/** Opens the HTTP port. Returns the port; 0 lets the system choose one. @throws ConfigError if the port is not available */
export async function listen(server: Server, { address, port }: Config['http']): Promise<number> {
  server.listen(port, address);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ConfigError([
      `HTTP_PORT: cannot listen on ${address}:${port} (${error instanceof Error ? error.message : error}).`,
    ]);
  }
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : port;
}

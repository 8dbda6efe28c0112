import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { bindProblem } from '../../../config/bind-problem.ts';
import { ConfigError } from '../../../config/config.ts';
import type { Endpoint } from '../udp.ts';

/**
 * A server bound to the address and port. It closes connections until somebody takes them.
 * @throws ConfigError with one sentence when the port cannot be bound
 */
export async function bindTcp({ address, port, setting, isShared = false }: Endpoint): Promise<Server> {
  const server = createServer((early) => early.destroy());
  server.listen({ host: address, port, exclusive: true, reusePort: isShared });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ConfigError([`${setting}: cannot listen on ${address}:${port}/tcp (${bindProblem(error)}).`]);
  }
  server.on('error', () => undefined); // of one connection that could not be accepted
  return server;
}

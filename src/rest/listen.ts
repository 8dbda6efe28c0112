import { once } from 'node:events';
import type { Server } from 'node:http';
import { bindProblem } from '../config/bind-problem.ts';
import { ConfigError } from '../config/config.ts';

interface Place {
  readonly address: string;
  readonly port: number;
}

/** Opens the port that a setting names. Returns the port; 0 lets the system choose one. @throws ConfigError if the port is not available */
export async function listen(server: Server, { address, port }: Place, setting = 'HTTP_PORT'): Promise<number> {
  server.listen(port, address);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ConfigError([`${setting}: cannot listen on ${address}:${port}/tcp (${bindProblem(error)}).`]);
  }
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : port;
}

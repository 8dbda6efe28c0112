import type { Socket } from 'node:dgram';
import type { Config } from '../config/config.ts';
import { bindUdp } from './server/udp.ts';

export interface Sockets {
  readonly auth: Socket;
  readonly acct: Socket;
  /** For Disconnect- and CoA-Requests, from a port that the system chooses. */
  readonly dynamic: Socket;
}

/** @throws ConfigError when a port cannot be bound */
export async function bindSockets({ address, authPort, acctPort }: Config['radius']): Promise<Sockets> {
  const auth = await bindUdp(address, authPort, 'RADIUS_AUTH_PORT');
  try {
    const acct = await bindUdp(address, acctPort, 'RADIUS_ACCT_PORT');
    return { auth, acct, dynamic: await bindUdp(address, 0, 'BIND_ADDRESS') };
  } catch (error) {
    auth.close();
    throw error;
  }
}

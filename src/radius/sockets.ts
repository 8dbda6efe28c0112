import type { Socket } from 'node:dgram';
import type { Server } from 'node:net';
import type { Config } from '../config/config.ts';
import { bindTcp } from './server/radsec/bind-tcp.ts';
import { bindUdp } from './server/udp.ts';

export interface Sockets {
  readonly auth: Socket;
  readonly acct: Socket;
  /** For Disconnect- and CoA-Requests, from a port that the system chooses. */
  readonly dynamic: Socket;
  readonly radsec?: Server;
}

/** @throws ConfigError when a port cannot be bound */
export async function bindSockets({ radius, radsec }: Pick<Config, 'radius' | 'radsec'>): Promise<Sockets> {
  const { address, authPort, acctPort, sharesPorts } = radius;
  const bound: (Socket | Server)[] = [];
  const keep = <T extends Socket | Server>(socket: T): T => {
    bound.push(socket);
    return socket;
  };
  try {
    const auth = keep(await bindUdp({ address, port: authPort, setting: 'RADIUS_AUTH_PORT', isShared: sharesPorts }));
    const acct = keep(await bindUdp({ address, port: acctPort, setting: 'RADIUS_ACCT_PORT', isShared: sharesPorts }));
    const dynamic = keep(await bindUdp({ address, port: 0, setting: 'BIND_ADDRESS' }));
    const tls = radsec && {
      radsec: keep(await bindTcp({ address, port: radsec.port, setting: 'RADSEC_PORT', isShared: sharesPorts })),
    };
    return { auth, acct, dynamic, ...tls };
  } catch (error) {
    for (const socket of bound) socket.close();
    throw error;
  }
}

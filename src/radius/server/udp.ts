import { createSocket, type Socket, type SocketOptions } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { bindProblem } from '../../config/bind-problem.ts';
import { ConfigError } from '../../config/config.ts';

/** Octets: room for a burst of some thousand requests. The system may grant less. */
const RECEIVE_BUFFER = 4 * 1024 * 1024;

/** Where a server listens. */
export interface Endpoint {
  readonly address: string;
  /** 0: the system chooses. */
  readonly port: number;
  /** Names the port in an error. */
  readonly setting: string;
  /** Other processes may take from the port too: the system gives all of one source address and port to one of them. */
  readonly isShared?: boolean;
}

/**
 * A socket bound to the address and port.
 * @throws ConfigError with one sentence when the port cannot be bound
 */
export async function bindUdp({ address, port, setting, isShared = false }: Endpoint): Promise<Socket> {
  const family = isIPv6(address) ? 6 : 4;
  // `reusePort` is not among the types of the oldest Node that this program supports; see `canSharePorts`.
  const options: SocketOptions & { reusePort: boolean } = {
    type: family === 6 ? 'udp6' : 'udp4',
    reusePort: isShared,
    // Every destination is an address, so no name is looked up and no datagram waits for a look-up.
    lookup: (host, _options, done) => done(null, host, family),
  };
  const socket = createSocket(options);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind({ address, port, exclusive: true }, () => {
        socket.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    throw new ConfigError([`${setting}: cannot listen on ${address}:${port}/udp (${bindProblem(error)}).`]);
  }
  socket.setRecvBufferSize(RECEIVE_BUFFER);
  return socket;
}

/**
 * A source address as the database has it: an IPv4-mapped one, which a dual-stack socket reports, as plain IPv4; a link-local one
 * without its interface.
 */
export function plainAddress(address: string): string {
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  const zone = address.startsWith('fe80') ? address.indexOf('%') : -1;
  return zone < 0 ? address : address.slice(0, zone);
}

/** The address as the socket takes it: an IPv6 one takes IPv4 addresses mapped. Null: an IPv4 socket reaches no IPv6 address. */
export function addressOn(socket: Socket, ip: string): string | null {
  const isSocketV6 = socket.address().family === 'IPv6';
  if (isIPv6(ip)) return isSocketV6 ? ip : null;
  return isSocketV6 ? `::ffff:${ip}` : ip;
}

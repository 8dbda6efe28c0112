import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { ConfigError } from '../../config/config.ts';

/** Octets: room for a burst of some thousand requests. The system may grant less. */
const RECEIVE_BUFFER = 4 * 1024 * 1024;

/**
 * A socket bound to the address and port; port 0 lets the system choose. `setting` names the port in the error.
 * @throws ConfigError with one sentence when the port cannot be bound
 */
export async function bindUdp(address: string, port: number, setting: string): Promise<Socket> {
  const family = isIPv6(address) ? 6 : 4;
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    // Every destination is an address, so no name is looked up and no datagram waits for a look-up.
    lookup: (host, _options, done) => done(null, host, family),
  });
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

/** Why a port could not be bound, in words. */
export function bindProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'another program has the port';
  if (code === 'EACCES') return 'this account may not use the port';
  if (code === 'EADDRNOTAVAIL') return 'this machine does not have the address';
  return error instanceof Error ? error.message : String(error);
}

/** An IPv4-mapped IPv6 address, which a dual-stack socket reports for an IPv4 source, as plain IPv4; others unchanged. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

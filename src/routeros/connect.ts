import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { RouterFailure } from './failure.ts';

/** Where a router answers. The caller has decided that the node may connect there. */
export interface RouterTarget {
  readonly ip: string;
  readonly port: number;
  /** Of the certificate: 64 hexadecimal digits of SHA-256, in lower case. `null`: not confirmed yet. */
  readonly fingerprint: string | null;
  /** In clear text, without a certificate. */
  readonly isPlain: boolean;
}

/** @throws RouterFailure of kind `unreachable` */
export async function openTcp({ ip, port }: RouterTarget, connectMs: number): Promise<Socket> {
  const socket = connectTcp({ host: ip, port, noDelay: true });
  await settled(socket, { event: 'connect', ms: connectMs, failed: 'unreachable', silent: 'unreachable' });
  return socket;
}

/**
 * TLS over the connection, with a peer whose certificate is the confirmed one: nobody vouches for a router's certificate, so only
 * its fingerprint counts. RouterOS without a certificate offers anonymous Diffie-Hellman, which is refused.
 * @throws RouterFailure of kind `tls`, with the fingerprint of another certificate, or `timeout`
 */
export async function secure(plain: Socket, { fingerprint }: RouterTarget, ms: number): Promise<TLSSocket> {
  const socket = connectTls({ socket: plain, rejectUnauthorized: false, minVersion: 'TLSv1.2' });
  await settled(socket, { event: 'secureConnect', ms, failed: 'tls', silent: 'timeout' });
  const shown = socket.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '').toLowerCase();
  if (shown !== undefined && shown === fingerprint) return socket;
  socket.destroy();
  throw new RouterFailure('tls', shown);
}

interface Awaited {
  readonly event: 'connect' | 'secureConnect';
  readonly ms: number;
  readonly failed: 'unreachable' | 'tls';
  readonly silent: 'unreachable' | 'timeout';
}

/** A socket that fails is destroyed. */
function settled(socket: Socket, { event, ms, failed, silent }: Awaited): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (kind: Awaited['failed' | 'silent']) => {
      clearTimeout(timer);
      socket.destroy();
      reject(new RouterFailure(kind));
    };
    const timer = setTimeout(() => fail(silent), ms);
    // Also later errors come here; a destroyed socket tells of them by its end.
    socket.on('error', () => fail(failed));
    socket.once('close', () => fail(failed));
    socket.once(event, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

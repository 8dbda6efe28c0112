import { constants } from 'node:crypto';
import type { Server, Socket } from 'node:net';
import { createServer, type SecureContextOptions, type TLSSocket, type Server as TlsServer } from 'node:tls';
import type { RadiusVersion } from '../../../config/radsec.ts';
import type { Contents, TlsCredentials } from '../tls-credentials.ts';
import { plainAddress } from '../udp.ts';
import { HandshakeLimits } from './handshake-limits.ts';
import { KnownPeers } from './known-peers.ts';
import type { RefusedConnection } from './radsec-counts.ts';
import { protocolsOf } from './version.ts';

export interface TlsListenerOptions {
  /** A bound port. */
  readonly server: Server;
  readonly credentials: TlsCredentials;
  readonly onConnection: (socket: TLSSocket, address: string) => void;
  readonly onRefused: (cause: RefusedConnection, address: string) => void;
  readonly versions: readonly RadiusVersion[];
  /** Other files are in use for new connections. */
  readonly onCredentials: (contents: Contents) => void;
  readonly handshakeMs: number;
  /** Is it the address of a NAS or a proxy? */
  readonly hasNas: (address: string) => boolean;
}

/** For a peer to finish a handshake, unless told otherwise. */
export const HANDSHAKE_MS = 10_000;

/**
 * No session is resumed, so that each connection shows a certificate that is checked anew; and none is renegotiated, which
 * would cost handshakes that nobody counts.
 */
const CONTEXT: SecureContextOptions = {
  minVersion: 'TLSv1.2',
  secureOptions: constants.SSL_OP_NO_TICKET | constants.SSL_OP_NO_RENEGOTIATION,
};

/** TLS on a bound port. It asks each peer for a certificate and leaves the judgement to `onConnection`. */
export class TlsListener {
  readonly #options: TlsListenerOptions;
  readonly #tls: TlsServer;
  readonly #limits = { strangers: new HandshakeLimits(), known: new HandshakeLimits() };
  readonly #known: KnownPeers;
  /** What ends the handshake of a peer, by its address and port. */
  readonly #handshakes = new Map<string, () => void>();

  constructor(options: TlsListenerOptions) {
    this.#options = options;
    const { credentials, handshakeMs, versions, hasNas } = options;
    this.#known = new KnownPeers(hasNas);
    this.#tls = createServer({
      ...CONTEXT,
      ...credentials.contents,
      // A peer that offers others alone gets the alert `no_application_protocol` (RFC 9765 section 3.3).
      ALPNProtocols: protocolsOf(versions),
      requestCert: true,
      rejectUnauthorized: false,
      handshakeTimeout: handshakeMs,
    });
    this.#tls.on('secureConnection', (socket) => this.#secured(socket));
    this.#tls.on('tlsClientError', (error, socket) => this.#failed(error, socket));
  }

  listen(): void {
    const { server, credentials, onCredentials } = this.#options;
    server.removeAllListeners('connection');
    server.on('connection', (socket) => this.#accept(socket));
    credentials.watch((contents) => {
      this.#tls.setSecureContext({ ...CONTEXT, ...contents });
      onCredentials(contents);
    });
  }

  /** The peer at this address has shown the certificate of a NAS. */
  accepted(address: string): void {
    this.#known.add(address);
  }

  /** Takes no more connections. */
  async stop(): Promise<void> {
    const { server, credentials } = this.#options;
    server.close(); // resolves when all connections are closed, which they are later
    await credentials.stop();
  }

  #accept(socket: Socket): void {
    socket.on('error', () => undefined); // 'close' follows
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) {
      socket.destroy(); // it is closed already
      return;
    }
    const address = plainAddress(remoteAddress);
    const refuse = () => {
      socket.destroy();
      this.#options.onRefused('limit', address);
    };
    const limits = this.#known.has(address) ? this.#limits.known : this.#limits.strangers;
    const ended = limits.begin(address, performance.now(), refuse);
    if (ended === undefined) {
      refuse();
      return;
    }
    const key = keyOf(socket);
    const end = () => {
      if (this.#handshakes.get(key) === end) this.#handshakes.delete(key);
      ended();
    };
    this.#handshakes.set(key, end);
    socket.once('close', end);
    this.#tls.emit('connection', socket);
  }

  #secured(socket: TLSSocket): void {
    socket.on('error', () => undefined);
    this.#handshakes.get(keyOf(socket))?.();
    this.#options.onConnection(socket, plainAddress(socket.remoteAddress ?? ''));
  }

  #failed(error: Error, socket: TLSSocket): void {
    this.#handshakes.get(keyOf(socket))?.();
    socket.destroy();
    const code = 'code' in error ? String(error.code) : '';
    this.#options.onRefused(CAUSES[code] ?? 'handshake', plainAddress(socket.remoteAddress ?? ''));
  }
}

const CAUSES: Readonly<Record<string, RefusedConnection>> = {
  ERR_TLS_HANDSHAKE_TIMEOUT: 'timeout',
  ERR_SSL_NO_APPLICATION_PROTOCOL: 'version',
};

const keyOf = ({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>) =>
  `${remoteAddress} ${remotePort}`;

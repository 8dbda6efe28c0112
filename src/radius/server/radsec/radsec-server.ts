import type { Server } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { RadiusVersion } from '../../../config/radsec.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import { Code } from '../../protocol/packet/code.ts';
import type { Directory } from '../../state/directory/directory.ts';
import type { PacketHandler } from '../packet-handler.ts';
import { RequestServer, type RequestServerOptions } from '../request-server.ts';
import type { TlsCredentials } from '../tls-credentials.ts';
import { RadSecConnection } from './connection.ts';
import { RadSecConnections, type Waits } from './connections.ts';
import { HandlerByCode } from './handler-by-code.ts';
import { identifyPeer, type RefusalOfPeer } from './peer-identity.ts';
import { RadSecCounts } from './radsec-counts.ts';
import { Revocation } from './revocation.ts';
import { serialsOf } from './revocation-list.ts';
import { HANDSHAKE_MS, TlsListener } from './tls-listener.ts';

/** How long handshakes and connections that keep us waiting last; for tests. */
export interface RadSecTiming {
  readonly handshakeMs?: number;
  readonly waits?: Waits;
  readonly sweepMs?: number;
  /** How often certificates are looked at. */
  readonly pollMs?: number;
}

export interface RadSecServerOptions extends RequestServerOptions, RadSecTiming {
  /** A bound port. */
  readonly server: Server;
  readonly credentials: TlsCredentials;
  readonly maxConnections: number;
  readonly directory: Directory;
  readonly versions: readonly RadiusVersion[];
}

const SWEEP_MS = 5_000;
const { DisconnectAck, DisconnectNak, CoaAck, CoaNak } = Code;
const DYNAMIC_ANSWERS: ReadonlySet<number> = new Set([DisconnectAck, DisconnectNak, CoaAck, CoaNak]);

/** RADIUS over TLS (RFC 6614): the certificate of a connection says who sends its packets. */
export class RadSecServer {
  readonly #options: RadSecServerOptions;
  readonly #requests: RequestServer;
  readonly #connections: RadSecConnections;
  readonly #counts: RadSecCounts;
  readonly #listener: TlsListener;
  readonly #sweeper: NodeJS.Timeout;
  readonly #revocation: Revocation;
  /** Takes the answers to Disconnect- and CoA-Requests. */
  onDynamicAnswer: (packet: Buffer, from: RadSecConnection) => void = () => undefined;

  constructor(options: RadSecServerOptions) {
    this.#options = options;
    const { server, credentials, directory, metrics } = options;
    this.#connections = new RadSecConnections(options.waits);
    this.#requests = new RequestServer(options, (bytes, { port }) => this.#connections.get(port)?.send(bytes));
    this.#counts = new RadSecCounts(metrics, { connections: this.#connections, credentials });
    const { log, versions, handshakeMs = HANDSHAKE_MS } = options;
    this.#revocation = new Revocation({ connections: this.#connections, log, handshakeMs });
    this.#listener = new TlsListener({
      server,
      credentials,
      handshakeMs,
      versions,
      hasNas: (address) => directory.hopAt(address) !== undefined,
      onConnection: (socket, address) => this.#open(socket, address),
      onCredentials: (contents) => this.#revocation.apply(contents),
      // Of those that TLS itself refuses, this one is a matter of configuration.
      onRefused: (cause, address) =>
        cause === 'version' ? this.#refuse(cause, { address }) : this.#counts.refused(cause),
    });
    const isKnown = (identity: string) => directory.hopWith(identity) !== undefined;
    this.#sweeper = setInterval(() => this.#connections.sweep(isKnown), options.sweepMs ?? SWEEP_MS).unref();
  }

  get pending(): number {
    return this.#requests.pending;
  }

  get remembered(): number {
    return this.#requests.remembered;
  }

  serve(handlers: readonly PacketHandler[]): void {
    this.#requests.serve(new HandlerByCode(handlers));
    this.#listener.listen();
  }

  /** The connection of the NAS or proxy with this TLS identity that was active last. */
  connectionOf(identity: string): RadSecConnection | undefined {
    return this.#options.directory.hopWith(identity) && this.#connections.lastActive(identity);
  }

  /** Takes no more connections and packets; pending requests can still be answered. */
  async stopReading(): Promise<void> {
    for (const connection of this.#connections.all()) connection.stopReading();
    await this.#listener.stop();
  }

  close(): void {
    clearInterval(this.#sweeper);
    this.#revocation.stop();
    this.#requests.close();
    for (const connection of this.#connections.all()) connection.end();
  }

  /** No certificate may end the process. */
  #open(socket: TLSSocket, address: string): void {
    try {
      this.#identify(socket, address);
    } catch (error) {
      socket.destroy();
      this.#counts.refused('handshake');
      this.#options.log.error({ err: error, address }, 'cannot read a RadSec certificate');
    }
  }

  #identify(socket: TLSSocket, address: string): void {
    const peer = identifyPeer(socket, this.#options, this.#options.now());
    if ('refusal' in peer) {
      socket.destroy();
      this.#refuse(peer.refusal, { ...peer, address });
      return;
    }
    const { identity, version } = peer;
    this.#listener.accepted(address);
    const ispId = this.#options.directory.hopWith(identity)?.ispId ?? null;
    if (!this.#connections.makeRoom(this.#options.maxConnections, ispId)) {
      socket.destroy();
      this.#counts.refused('limit');
      return;
    }
    const certificate = socket.getPeerX509Certificate();
    const connection = new RadSecConnection({
      serials: certificate ? serialsOf(certificate) : [],
      ...{ socket, address, number: this.#connections.freeNumber(), identity, ispId, version },
      receive: (packet, from) => this.#receive(packet, from),
      onClosed: (closed, cause) => {
        this.#connections.remove(closed);
        this.#counts.closed(cause);
      },
    });
    this.#connections.add(connection);
  }

  #refuse(cause: RefusalOfPeer, about: object): void {
    this.#counts.refused(cause);
    logThrottled(this.#options.log, { ...about, err: cause }, 'refused a RadSec connection');
  }

  #receive(packet: Buffer, connection: RadSecConnection): boolean {
    const { identity, address, number, version } = connection;
    const known = this.#options.directory.hopWith(identity);
    if (!known) {
      connection.close('identity');
      return false;
    }
    const hop = version === '1.1' ? known.withoutSecret : known;
    try {
      if (!DYNAMIC_ANSWERS.has(packet[0] ?? 0)) return this.#requests.receive(packet, hop, { address, port: number });
      this.onDynamicAnswer(packet, connection);
    } catch (error) {
      this.#requests.fail(error);
    }
    return true;
  }
}

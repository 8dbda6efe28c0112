import { randomInt } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { RadiusVersion } from '../../../config/radsec.ts';
import { FrameReader } from './frame-reader.ts';

/** Why the node closes a connection. */
export type Closing =
  | 'malformed'
  | 'idle'
  | 'incomplete'
  | 'not-reading'
  | 'identity'
  | 'revoked'
  | 'too-many'
  | 'stopping';

/** Octets of answers that a peer has not read; then it gets no more. */
const MAX_UNSENT = 1024 * 1024;
/** From so many on, nothing more is read from the peer until it has read them: who reads nothing can ask for nothing. */
const MUCH_UNSENT = 128 * 1024;

/** For a peer to read the last answers, and to close. */
const END_MS = 500;

interface ConnectionOptions {
  /** Unique among the open ones; takes the place of a UDP port. */
  readonly number: number;
  /** As `areas/network/nas/tls-identity.ts` writes it. */
  readonly identity: string;
  /** Whose it is; null: the installation's. */
  readonly ispId: number | null;
  readonly address: string;
  /** Of its certificate, and of those above that. */
  readonly serials: readonly string[];
  readonly version: RadiusVersion;
  readonly socket: TLSSocket;
  /** Returns false if the packet is reason to close the connection. */
  readonly receive: (packet: Buffer, from: RadSecConnection) => boolean;
  readonly onClosed: (connection: RadSecConnection, cause: Closing | 'peer') => void;
}

/** The connection of one NAS or proxy, which carries packets of all types in both directions (RFC 6614 section 2.1). */
export class RadSecConnection {
  readonly #options: ConnectionOptions;
  readonly #frames = new FrameReader();
  #unsent: Buffer[] = [];
  #cause: Closing | 'peer' = 'peer';
  #isPaused = false;
  /** Counts from a random number, and is never used twice as long as anyone remembers it (RFC 9765 section 4.2.1). */
  #token = randomInt(2 ** 32);
  /** When its last packet was complete, on the monotonic clock, in milliseconds. */
  activeAt = performance.now();
  /** When the peer stopped reading, or sent the begin of a packet; undefined: neither. */
  #stalledAt: number | undefined;
  #begunAt: number | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { socket } = options;
    socket.setKeepAlive(true, 60_000);
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('drain', () => this.#resume());
    socket.on('error', () => undefined); // 'close' follows
    socket.on('close', () => options.onClosed(this, this.#cause));
  }

  get number(): number {
    return this.#options.number;
  }

  get identity(): string {
    return this.#options.identity;
  }

  get ispId(): number | null {
    return this.#options.ispId;
  }

  get version(): RadiusVersion {
    return this.#options.version;
  }

  get address(): string {
    return this.#options.address;
  }

  /** Whether a certificate that it was opened with is among these. */
  hasSerialIn(serials: ReadonlySet<string>): boolean {
    return this.#options.serials.some((serial) => serials.has(serial));
  }

  get isOpen(): boolean {
    return !this.#options.socket.destroyed;
  }

  /** After all packets at hand have been read, since many answers in one TLS record cost little more than one. */
  send(bytes: Buffer): void {
    if (this.isOpen && this.#unsent.push(bytes) === 1) setImmediate(() => this.#flush());
  }

  /** The Token of another request to the peer, with RADIUS/1.1. */
  nextToken(): number {
    this.#token = (this.#token + 1) >>> 0;
    return this.#token;
  }

  close(cause: Closing): void {
    this.#cause = cause;
    this.#options.socket.destroy();
  }

  /** Takes no more packets; answers can still be sent. */
  stopReading(): void {
    this.#isPaused = true;
    this.#options.socket.pause();
  }

  /** Sends what is unsent, and closes. */
  end(): void {
    this.#flush();
    this.#cause = 'stopping';
    const { socket } = this.#options;
    socket.end();
    setTimeout(() => socket.destroy(), END_MS).unref();
  }

  /** Since when the peer has been keeping us waiting, and with what. */
  stall(): { readonly cause: Closing; readonly at: number } {
    if (this.#stalledAt !== undefined) return { cause: 'not-reading', at: this.#stalledAt };
    if (this.#begunAt !== undefined) return { cause: 'incomplete', at: this.#begunAt };
    return { cause: 'idle', at: this.activeAt };
  }

  #read(chunk: Buffer): void {
    const wasActiveAt = this.activeAt;
    const goesOn = this.#frames.read(chunk, (packet) => {
      this.activeAt = performance.now();
      return this.#options.receive(packet, this) && this.isOpen;
    });
    if (!goesOn) this.close(this.#cause === 'peer' ? 'malformed' : this.#cause);
    else if (!this.#frames.isInside) this.#begunAt = undefined;
    else if (this.#begunAt === undefined || this.activeAt !== wasActiveAt) this.#begunAt = performance.now();
  }

  #flush(): void {
    const bytes = this.#unsent.length === 1 ? this.#unsent[0] : Buffer.concat(this.#unsent);
    this.#unsent = [];
    const { socket } = this.#options;
    if (bytes === undefined || bytes.length === 0 || socket.destroyed || socket.writableEnded) return;
    if (socket.write(bytes) || socket.writableLength < MUCH_UNSENT) return;
    this.#stalledAt ??= performance.now();
    socket.pause();
    if (socket.writableLength > MAX_UNSENT) this.close('not-reading');
  }

  #resume(): void {
    this.#stalledAt = undefined;
    if (!this.#isPaused) this.#options.socket.resume();
  }
}

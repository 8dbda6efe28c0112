import { isIPv6, SocketAddress } from 'node:net';
import { Tokens } from '../tokens.ts';

/** A handshake costs a thousand times a packet, and anyone can ask for one. */
const PER_SECOND = 100;
const BURST = 200;
const PER_SECOND_OF_SOURCE = 10;
const BURST_OF_SOURCE = 40;
const MAX_UNFINISHED = 256;
const MAX_UNFINISHED_OF_SOURCE = 16;
/** Sources remembered; those that have been quiet are forgotten first. */
const MAX_SOURCES = 10_000;

/** One that has begun. */
interface Handshake {
  readonly source: Source;
  readonly giveUp: () => void;
}

interface Source {
  readonly tokens: Tokens;
  /** The oldest first. */
  readonly unfinished: Set<Handshake>;
}

/**
 * Limits TLS handshakes that are begun per second, and those that are unfinished, of each source and in all. Where one more would
 * be too many unfinished ones, the oldest gives way: a peer that leaves handshakes half open keeps nobody else out.
 */
export class HandshakeLimits {
  readonly #all = new Tokens(PER_SECOND, BURST);
  readonly #sources = new Map<string, Source>();
  readonly #unfinished = new Set<Handshake>();
  #forgotAt = Number.NEGATIVE_INFINITY;

  /**
   * Undefined: no handshake may begin. Otherwise call the result when it has ended; `giveUp` is called if it must make room before.
   * @param now in milliseconds
   */
  begin(address: string, now: number, giveUp: () => void): (() => void) | undefined {
    const source = this.#source(address, now);
    // The source first, so that one that asks too often takes nothing from the others.
    if (!source?.tokens.take(now) || !this.#all.take(now)) return undefined;
    if (source.unfinished.size >= MAX_UNFINISHED_OF_SOURCE) this.#giveUpFirst(source.unfinished);
    else if (this.#unfinished.size >= MAX_UNFINISHED) this.#giveUpFirst(this.#unfinished);
    const handshake: Handshake = { source, giveUp };
    source.unfinished.add(handshake);
    this.#unfinished.add(handshake);
    return () => this.#end(handshake);
  }

  #giveUpFirst(unfinished: ReadonlySet<Handshake>): void {
    const [oldest] = unfinished;
    if (oldest === undefined) return;
    this.#end(oldest);
    oldest.giveUp();
  }

  #end(handshake: Handshake): void {
    handshake.source.unfinished.delete(handshake);
    this.#unfinished.delete(handshake);
  }

  #source(address: string, now: number): Source | undefined {
    const network = sourceOf(address);
    const known = this.#sources.get(network);
    if (known) return known;
    if (this.#sources.size >= MAX_SOURCES) this.#forgetQuiet(now);
    if (this.#sources.size >= MAX_SOURCES) return undefined;
    const source = { tokens: new Tokens(PER_SECOND_OF_SOURCE, BURST_OF_SOURCE), unfinished: new Set<Handshake>() };
    this.#sources.set(network, source);
    return source;
  }

  #forgetQuiet(now: number): void {
    if (now - this.#forgotAt < 1000) return;
    this.#forgotAt = now;
    for (const [network, { tokens, unfinished }] of this.#sources)
      if (unfinished.size === 0 && tokens.isFull(now)) this.#sources.delete(network);
  }
}

/** An IPv4 address; of an IPv6 address the first 64 bits, since one subscriber has all the others. */
export function sourceOf(address: string): string {
  if (!isIPv6(address)) return address;
  const { address: shortest } = new SocketAddress({ family: 'ipv6', address: address.split('%', 1)[0] ?? address });
  const [front = '', back] = shortest.split('::');
  const [before, after] = [front.split(':'), back === undefined ? [] : back.split(':')];
  const zeros = back === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...new Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':');
}

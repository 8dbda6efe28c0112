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

interface Source {
  readonly tokens: Tokens;
  unfinished: number;
}

/** Limits TLS handshakes that are begun per second, and those that are unfinished, of each source and in all. */
export class HandshakeLimits {
  readonly #all = new Tokens(PER_SECOND, BURST);
  readonly #sources = new Map<string, Source>();
  #unfinished = 0;
  #forgotAt = Number.NEGATIVE_INFINITY;

  /** Whether a handshake may begin; if so, `end` must be called when it has ended. `now` in milliseconds. */
  begin(address: string, now: number): boolean {
    if (this.#unfinished >= MAX_UNFINISHED) return false;
    const source = this.#source(address, now);
    if (source === undefined || source.unfinished >= MAX_UNFINISHED_OF_SOURCE) return false;
    // The source first, so that one that asks too often takes nothing from the others.
    if (!source.tokens.take(now) || !this.#all.take(now)) return false;
    source.unfinished += 1;
    this.#unfinished += 1;
    return true;
  }

  end(address: string): void {
    const source = this.#sources.get(networkOf(address));
    if (source) source.unfinished -= 1;
    this.#unfinished -= 1;
  }

  #source(address: string, now: number): Source | undefined {
    const network = networkOf(address);
    const known = this.#sources.get(network);
    if (known) return known;
    if (this.#sources.size >= MAX_SOURCES) this.#forgetQuiet(now);
    if (this.#sources.size >= MAX_SOURCES) return undefined;
    const source = { tokens: new Tokens(PER_SECOND_OF_SOURCE, BURST_OF_SOURCE), unfinished: 0 };
    this.#sources.set(network, source);
    return source;
  }

  #forgetQuiet(now: number): void {
    if (now - this.#forgotAt < 1000) return;
    this.#forgotAt = now;
    for (const [network, { tokens, unfinished }] of this.#sources)
      if (unfinished === 0 && tokens.isFull(now)) this.#sources.delete(network);
  }
}

/** An IPv4 address; of an IPv6 address the first 64 bits, since one subscriber has all the others. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const { address: shortest } = new SocketAddress({ family: 'ipv6', address: address.split('%', 1)[0] ?? address });
  const [front = '', back] = shortest.split('::');
  const [before, after] = [front.split(':'), back === undefined ? [] : back.split(':')];
  const zeros = back === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...new Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':');
}

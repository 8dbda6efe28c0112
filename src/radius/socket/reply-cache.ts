import { AUTHENTICATOR, type Packet } from '../packet/packet.ts';

/** How long an answer is kept for a retransmission: NASes give up within seconds. */
const KEPT_MS = 30_000;

/** Requests of one source that are remembered at most; a port of the source has 256 identifiers. */
const MOST_PER_SOURCE = 16_384;

/**
 * Of all sources, and in octets of answers: whoever forges the addresses of many NASes that need not sign must not fill
 * the memory. What is not remembered is worked on again, which changes nothing.
 */
const MOST = 500_000;
const MOST_OCTETS = 128 * 1024 * 1024;

/** A request that was taken in: under way while `reply` is null. */
export interface Entry {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  at: number;
  reply: Buffer | null;
  /** Another request has its place. */
  isForgotten: boolean;
}

/**
 * Recognises retransmissions (RFC 5080 section 2.2.2): the same source address, port, identifier and authenticator.
 * They get the same answer again, and no second one while the first is being worked on.
 */
export class ReplyCache {
  readonly #sources = new Map<string, Map<number, Entry>>();

  readonly #most: number;
  readonly #mostOctets: number;
  #size = 0;
  #octets = 0;

  constructor({ most = MOST, mostOctets = MOST_OCTETS } = {}) {
    this.#most = most;
    this.#mostOctets = mostOctets;
  }

  get size(): number {
    return this.#size;
  }

  find(address: string, port: number, packet: Packet, now: number): Entry | undefined {
    const entry = this.#sources.get(address)?.get(port * 256 + packet.identifier);
    return entry !== undefined && now - entry.at < KEPT_MS && isSame(entry, packet.bytes) ? entry : undefined;
  }

  /** Takes a new request in; an earlier one with its identifier is over. */
  open(address: string, port: number, packet: Packet, now: number): Entry {
    let entries = this.#sources.get(address);
    if (!entries) {
      entries = new Map();
      this.#sources.set(address, entries);
    }
    const { bytes } = packet;
    const entry: Entry = {
      a: bytes.readInt32LE(AUTHENTICATOR),
      b: bytes.readInt32LE(AUTHENTICATOR + 4),
      c: bytes.readInt32LE(AUTHENTICATOR + 8),
      d: bytes.readInt32LE(AUTHENTICATOR + 12),
      at: now,
      reply: null,
      isForgotten: false,
    };
    const key = port * 256 + packet.identifier;
    this.#forget(entries, key); // so that the map stays in the order of time
    entries.set(key, entry);
    this.#size += 1;
    if (entries.size > MOST_PER_SOURCE || this.#size > this.#most)
      this.#forget(entries, entries.keys().next().value ?? 0);
    return entry;
  }

  /** Keeps the answer for a retransmission. */
  keep(entry: Entry, reply: Buffer): void {
    if (entry.isForgotten || this.#octets + reply.length > this.#mostOctets) {
      this.abandon(entry);
      return;
    }
    entry.reply = reply;
    this.#octets += reply.length;
  }

  /** There will be no answer: a retransmission is worked on anew. */
  abandon(entry: Entry): void {
    entry.at = 0;
  }

  /** Forgets what is too old. */
  sweep(now: number): void {
    for (const [address, entries] of this.#sources) {
      for (const [key, entry] of entries) {
        if (now - entry.at >= KEPT_MS) this.#forget(entries, key);
      }
      if (entries.size === 0) this.#sources.delete(address);
    }
  }

  #forget(entries: Map<number, Entry>, key: number): void {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    entry.isForgotten = true;
    this.#size -= 1;
    this.#octets -= entry.reply?.length ?? 0;
  }
}

function isSame(entry: Entry, bytes: Buffer): boolean {
  return (
    entry.a === bytes.readInt32LE(AUTHENTICATOR) &&
    entry.b === bytes.readInt32LE(AUTHENTICATOR + 4) &&
    entry.c === bytes.readInt32LE(AUTHENTICATOR + 8) &&
    entry.d === bytes.readInt32LE(AUTHENTICATOR + 12)
  );
}

import { AUTHENTICATOR, type Packet } from '../packet/packet.ts';

/** How long an answer is kept for a retransmission: NASes give up within seconds. */
const KEPT_MS = 30_000;

/** Requests of one source that are remembered at most; a port of the source has 256 identifiers. */
const MOST_PER_SOURCE = 16_384;

/** A request that was taken in: under way while `reply` is null. */
export interface Entry {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  at: number;
  reply: Buffer | null;
}

/**
 * Recognises retransmissions (RFC 5080 section 2.2.2): the same source address, port, identifier and authenticator.
 * They get the same answer again, and no second one while the first is being worked on.
 */
export class ReplyCache {
  readonly #sources = new Map<string, Map<number, Entry>>();

  get size(): number {
    let size = 0;
    for (const entries of this.#sources.values()) size += entries.size;
    return size;
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
    };
    const key = port * 256 + packet.identifier;
    entries.delete(key); // so that the map stays in the order of time
    entries.set(key, entry);
    if (entries.size > MOST_PER_SOURCE) entries.delete(entries.keys().next().value ?? 0);
    return entry;
  }

  /** There will be no answer: a retransmission is worked on anew. */
  abandon(entry: Entry): void {
    entry.at = 0;
  }

  /** Forgets what is too old. */
  sweep(now: number): void {
    for (const [address, entries] of this.#sources) {
      for (const [key, entry] of entries) {
        if (now - entry.at >= KEPT_MS) entries.delete(key);
      }
      if (entries.size === 0) this.#sources.delete(address);
    }
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

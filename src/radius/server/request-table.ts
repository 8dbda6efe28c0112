import { AUTHENTICATOR, type Packet } from '../protocol/packet/packet.ts';
import { seededHash } from '../state/memory/seeded-hash.ts';
import type { Slab } from '../state/memory/slab.ts';
import type { Request } from './request.ts';

/** Octets of a block: most answers fit in the first one. */
export const REQUEST_OCTETS = 80;

/** A power of two. With the maximum number of requests, a bucket holds eight. */
const BUCKETS = 65_536;

// The words of a request's first block; word 0 is the slab's.
const NEXT_IN_BUCKET = 1;
const EARLIER = 2; // request of the same hop
const LATER = 3;
const HOP_ID = 4;
const PORT_AND_IDENTIFIER = 5;
const AUTHENTICATOR_WORDS = 6; // to 9
/** Milliseconds modulo 2^32. */
export const ARRIVED_AT = 10;
/** 0 while the request is pending. */
export const ANSWER_LENGTH = 11;
/** Offset of the answer in octets. */
export const ANSWER = 48;

/** What identifies a request, and when it arrived. */
export interface RequestKey extends Pick<Request, 'packet' | 'port' | 'at'> {
  readonly hop: { readonly hopId: number };
}

/** The remembered requests of one hop: a list linked in order of arrival. */
export interface HopHistory {
  size: number;
  oldest: number;
  newest: number;
}

/** A hash table of requests in a slab: one per hop, source port and identifier, and linked in order of arrival by hop. */
export class RequestTable {
  readonly #slab: Slab;
  readonly #buckets = new Int32Array(BUCKETS);

  constructor(slab: Slab) {
    this.#slab = slab;
  }

  /** The block of the request with this hop, port and identifier; 0 when there is none. */
  find({ hop, port, packet }: RequestKey): number {
    const slab = this.#slab;
    const { hopId } = hop;
    const slot = portAndIdentifier(port, packet);
    let block = this.#buckets[bucketOf(hopId, slot)] as number;
    while (block !== 0 && (slab.get(block, PORT_AND_IDENTIFIER) !== slot || slab.get(block, HOP_ID) !== hopId))
      block = slab.get(block, NEXT_IN_BUCKET);
    return block;
  }

  /** Whether the authenticators agree; if not, the identifier has been reused. */
  matches(block: number, { bytes }: Packet): boolean {
    for (let word = 0; word < 4; word++) {
      if (this.#slab.get(block, AUTHENTICATOR_WORDS + word) !== bytes.readInt32LE(AUTHENTICATOR + 4 * word))
        return false;
    }
    return true;
  }

  /** Writes a request to a block, as the newest of its hop. */
  add(block: number, { hop, port, packet, at }: RequestKey, history: HopHistory): void {
    const slab = this.#slab;
    const { hopId } = hop;
    const slot = portAndIdentifier(port, packet);
    const bucket = bucketOf(hopId, slot);
    slab.set(block, NEXT_IN_BUCKET, this.#buckets[bucket] as number);
    this.#buckets[bucket] = block;
    slab.set(block, EARLIER, history.newest);
    slab.set(block, LATER, 0);
    if (history.newest === 0) history.oldest = block;
    else slab.set(history.newest, LATER, block);
    history.newest = block;
    history.size += 1;
    slab.set(block, HOP_ID, hopId);
    slab.set(block, PORT_AND_IDENTIFIER, slot);
    for (let word = 0; word < 4; word++) {
      slab.set(block, AUTHENTICATOR_WORDS + word, packet.bytes.readInt32LE(AUTHENTICATOR + 4 * word));
    }
    slab.set(block, ARRIVED_AT, at);
    slab.set(block, ANSWER_LENGTH, 0);
  }

  remove(block: number, history: HopHistory): void {
    const slab = this.#slab;
    const next = slab.get(block, NEXT_IN_BUCKET);
    const bucket = bucketOf(slab.get(block, HOP_ID), slab.get(block, PORT_AND_IDENTIFIER));
    let before = this.#buckets[bucket] as number;
    if (before === block) {
      this.#buckets[bucket] = next;
    } else {
      while (slab.get(before, NEXT_IN_BUCKET) !== block) before = slab.get(before, NEXT_IN_BUCKET);
      slab.set(before, NEXT_IN_BUCKET, next);
    }
    const [earlier, later] = [slab.get(block, EARLIER), slab.get(block, LATER)];
    if (earlier === 0) history.oldest = later;
    else slab.set(earlier, LATER, later);
    if (later === 0) history.newest = earlier;
    else slab.set(later, EARLIER, earlier);
    history.size -= 1;
  }
}

function portAndIdentifier(port: number, { identifier }: Packet): number {
  return port * 256 + identifier;
}

function bucketOf(hopId: number, slot: number): number {
  return seededHash(hopId, slot) & (BUCKETS - 1);
}

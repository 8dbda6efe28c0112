import { AUTHENTICATOR, type Packet } from '../protocol/packet/packet.ts';
import type { Request } from './request.ts';
import { seededHash } from './seeded-hash.ts';
import type { Slab } from './slab.ts';

/** A power of two. With all requests that are ever remembered, a bucket holds eight. */
const BUCKETS = 65_536;

// The words of a request's first cell.
const NEXT = 1; // of its bucket
const EARLIER = 2; // of its NAS
const LATER = 3;
const NAS = 4;
const PLACE = 5; // port and identifier
const SIGN = 6; // its authenticator, in four words
/** In milliseconds, modulo 2^32. */
export const AT = 10;
/** Of the answer; 0 while the request is under way. */
export const LENGTH = 11;
/** The octet where the answer begins. */
export const ANSWER = 48;

/** What a request is recognised by. */
export interface RequestKey extends Pick<Request, 'packet' | 'port' | 'at'> {
  readonly nas: { readonly facts: { readonly id: number } };
}

/** What is remembered of one NAS, in the order of time. */
export interface NasHistory {
  size: number;
  oldest: number;
  newest: number;
}

/** Requests in cells: found by NAS, port and identifier, of which there is one each, and in the order of time by NAS. */
export class RequestTable {
  readonly #cells: Slab;
  readonly #buckets = new Int32Array(BUCKETS);

  constructor(cells: Slab) {
    this.#cells = cells;
  }

  /** The cell of the request with this identifier; 0 is none. */
  find({ nas, port, packet }: RequestKey): number {
    const cells = this.#cells;
    const { id } = nas.facts;
    const place = placeOf(port, packet);
    let cell = this.#buckets[bucketOf(id, place)] as number;
    while (cell !== 0 && (cells.get(cell, PLACE) !== place || cells.get(cell, NAS) !== id))
      cell = cells.get(cell, NEXT);
    return cell;
  }

  /** Whether the cell is of this very request, and not of an earlier or later one with its identifier. */
  isOf(cell: number, { bytes }: Packet): boolean {
    for (let word = 0; word < 4; word++) {
      if (this.#cells.get(cell, SIGN + word) !== bytes.readInt32LE(AUTHENTICATOR + 4 * word)) return false;
    }
    return true;
  }

  /** Puts a request into a cell, as the newest of its NAS. */
  add(cell: number, { nas, port, packet, at }: RequestKey, past: NasHistory): void {
    const cells = this.#cells;
    const { id } = nas.facts;
    const place = placeOf(port, packet);
    const bucket = bucketOf(id, place);
    cells.set(cell, NEXT, this.#buckets[bucket] as number);
    this.#buckets[bucket] = cell;
    cells.set(cell, EARLIER, past.newest);
    cells.set(cell, LATER, 0);
    if (past.newest === 0) past.oldest = cell;
    else cells.set(past.newest, LATER, cell);
    past.newest = cell;
    past.size += 1;
    cells.set(cell, NAS, id);
    cells.set(cell, PLACE, place);
    for (let word = 0; word < 4; word++) {
      cells.set(cell, SIGN + word, packet.bytes.readInt32LE(AUTHENTICATOR + 4 * word));
    }
    cells.set(cell, AT, at);
    cells.set(cell, LENGTH, 0);
  }

  remove(cell: number, past: NasHistory): void {
    const cells = this.#cells;
    const next = cells.get(cell, NEXT);
    const bucket = bucketOf(cells.get(cell, NAS), cells.get(cell, PLACE));
    let before = this.#buckets[bucket] as number;
    if (before === cell) {
      this.#buckets[bucket] = next;
    } else {
      while (cells.get(before, NEXT) !== cell) before = cells.get(before, NEXT);
      cells.set(before, NEXT, next);
    }
    const [earlier, later] = [cells.get(cell, EARLIER), cells.get(cell, LATER)];
    if (earlier === 0) past.oldest = later;
    else cells.set(earlier, LATER, later);
    if (later === 0) past.newest = earlier;
    else cells.set(later, EARLIER, earlier);
    past.size -= 1;
  }
}

function placeOf(port: number, { identifier }: Packet): number {
  return port * 256 + identifier;
}

function bucketOf(nasId: number, place: number): number {
  return seededHash(nasId, place) & (BUCKETS - 1);
}

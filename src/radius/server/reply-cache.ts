import { ANSWER, AT, LENGTH, type NasHistory, type RequestKey, RequestTable } from './request-table.ts';
import { Slab } from './slab.ts';

/** How long an answer is kept for a retransmission: NASes give up within seconds. */
const KEPT_MS = 30_000;

/** Requests of one NAS that are remembered at most; a port of it has 256 identifiers. */
const MAX_PER_NAS = 16_384;

/**
 * Of all NASes, and in octets of memory: whoever forges the addresses of many NASes that need not sign must not fill it.
 * What is not remembered is worked on again, which changes nothing.
 */
const MAX_REQUESTS = 500_000;
const MAX_OCTETS = 128 * 1024 * 1024;

/** For each request that comes, so many of its NAS are forgotten that are too old: the sweep is left with little. */
const FORGOTTEN_FOR_ONE = 2;

/**
 * Recognises retransmissions (RFC 5080 section 2.2.2): the same NAS, port, identifier and authenticator. They get the
 * same answer again, and no second one while the first is being worked on. A NAS of which too much is remembered pushes
 * out what is its own.
 */
export class ReplyCache {
  readonly #cells: Slab;
  readonly #table: RequestTable;
  readonly #pasts = new Map<number, NasHistory>();
  readonly #most: number;
  readonly #mostPerNas: number;
  #size = 0;

  constructor({ most = MAX_REQUESTS, mostPerNas = MAX_PER_NAS, mostOctets = MAX_OCTETS } = {}) {
    this.#most = most;
    this.#mostPerNas = mostPerNas;
    this.#cells = new Slab(mostOctets);
    this.#table = new RequestTable(this.#cells);
  }

  get size(): number {
    return this.#size;
  }

  /** Octets of memory, used or not. */
  get octets(): number {
    return this.#cells.octets;
  }

  /** The answer to this request, or that it is under way; null when it is new. */
  find(asked: RequestKey): Buffer | 'under way' | null {
    const cell = this.#same(asked);
    if (cell === 0 || this.#isOld(cell, asked.at)) return null;
    const length = this.#cells.get(cell, LENGTH);
    return length === 0 ? 'under way' : this.#cells.read(cell, ANSWER, length);
  }

  /** Takes a new request in; an earlier one with its identifier is over. */
  begin(asked: RequestKey): void {
    const past = this.#pastOf(asked);
    const before = this.#table.find(asked);
    if (before !== 0) this.#forget(before, past);
    this.#forgetOld(past, asked.at, FORGOTTEN_FOR_ONE);
    const isFull = past.size >= this.#mostPerNas || this.#size >= this.#most;
    if (isFull && past.oldest !== 0) this.#forget(past.oldest, past);
    const cell = this.#size < this.#most ? this.#cells.allocate() : 0;
    if (cell === 0) return;
    this.#table.add(cell, asked, past);
    this.#size += 1;
  }

  /** Keeps the answer for a retransmission. */
  store(asked: RequestKey, answer: Buffer): void {
    const cell = this.#same(asked);
    if (cell === 0) return;
    if (this.#cells.write(cell, ANSWER, answer)) this.#cells.set(cell, LENGTH, answer.length);
    else this.#forget(cell, this.#pastOf(asked));
  }

  /** There will be no answer: a retransmission is worked on anew. */
  abandon(asked: RequestKey): void {
    const cell = this.#same(asked);
    if (cell !== 0) this.#forget(cell, this.#pastOf(asked));
  }

  /** Forgets what is too old. */
  sweep(now: number): void {
    for (const [nasId, past] of this.#pasts) {
      this.#forgetOld(past, now, past.size);
      if (past.size === 0) this.#pasts.delete(nasId);
    }
    this.#cells.shrink();
  }

  /** The cell of this very request; 0 when it is not remembered. */
  #same(asked: RequestKey): number {
    const cell = this.#table.find(asked);
    return cell !== 0 && this.#table.isOf(cell, asked.packet) ? cell : 0;
  }

  #pastOf({ nas }: RequestKey): NasHistory {
    let past = this.#pasts.get(nas.facts.id);
    if (!past) {
      past = { size: 0, oldest: 0, newest: 0 };
      this.#pasts.set(nas.facts.id, past);
    }
    return past;
  }

  #forgetOld(past: NasHistory, now: number, most: number): void {
    for (let count = 0; count < most && past.oldest !== 0 && this.#isOld(past.oldest, now); count++) {
      this.#forget(past.oldest, past);
    }
  }

  #isOld(cell: number, now: number): boolean {
    return (now - this.#cells.get(cell, AT)) >>> 0 >= KEPT_MS;
  }

  #forget(cell: number, past: NasHistory): void {
    this.#table.remove(cell, past);
    this.#cells.free(cell);
    this.#size -= 1;
  }
}

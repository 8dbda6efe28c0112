import { Slab } from '../state/memory/slab.ts';
import {
  ANSWER,
  ANSWER_LENGTH,
  ARRIVED_AT,
  type HopHistory,
  REQUEST_OCTETS,
  type RequestKey,
  RequestTable,
} from './request-table.ts';

/** How long an answer is kept for retransmissions: NASes give up within seconds. */
const KEPT_MS = 30_000;

/** Requests remembered for one NAS; one source port has 256 identifiers. */
const MAX_PER_NAS = 16_384;
/** For a proxy, which sends the requests of many NASes: four thousand a second. */
const MAX_PER_PROXY = 131_072;

/**
 * For all hops together: forged source addresses of many NASes that need not sign must not fill the memory. A request
 * that is not remembered is handled again, which changes nothing.
 */
const MAX_REQUESTS = 500_000;
const MAX_OCTETS = 128 * 1024 * 1024;

/** Each new request removes up to so many expired ones of its hop, which leaves little to the sweep. */
const EXPIRED_PER_REQUEST = 2;

/**
 * Duplicate detection (RFC 5080 section 2.2.2): a request with the same hop, source port, identifier and authenticator as
 * an earlier one is a retransmission. It gets the same answer again, or none while the first is pending. A hop with too
 * many remembered requests evicts only its own.
 */
export class ReplyCache {
  readonly #slab: Slab;
  readonly #table: RequestTable;
  readonly #histories = new Map<number, HopHistory>();
  readonly #maxRequests: number;
  readonly #maxPerNas: number;
  readonly #maxPerProxy: number;
  #size = 0;

  constructor({
    maxRequests = MAX_REQUESTS,
    maxPerNas = MAX_PER_NAS,
    maxPerProxy = MAX_PER_PROXY,
    maxOctets = MAX_OCTETS,
  } = {}) {
    this.#maxRequests = maxRequests;
    this.#maxPerNas = maxPerNas;
    this.#maxPerProxy = maxPerProxy;
    this.#slab = new Slab({ blockOctets: REQUEST_OCTETS, maxOctets });
    this.#table = new RequestTable(this.#slab);
  }

  get size(): number {
    return this.#size;
  }

  /** Octets of memory taken, used or not. */
  get octets(): number {
    return this.#slab.octets;
  }

  /** The answer to this request, or `pending`; null when the request is new. */
  find(key: RequestKey): Buffer | 'pending' | null {
    const block = this.#blockOf(key);
    if (block === 0 || this.#isExpired(block, key.at)) return null;
    const length = this.#slab.get(block, ANSWER_LENGTH);
    return length === 0 ? 'pending' : this.#slab.read(block, ANSWER, length);
  }

  /** Remembers a new request as pending, in place of an earlier one with its identifier. */
  begin(key: RequestKey): void {
    const history = this.#historyOf(key);
    const before = this.#table.find(key);
    if (before !== 0) this.#remove(before, history);
    this.#removeExpired(history, key.at, EXPIRED_PER_REQUEST);
    const max = key.hop.hopId < 0 ? this.#maxPerProxy : this.#maxPerNas;
    const isFull = history.size >= max || this.#size >= this.#maxRequests;
    if (isFull && history.oldest !== 0) this.#remove(history.oldest, history);
    const block = this.#size < this.#maxRequests ? this.#slab.allocate() : 0;
    if (block === 0) return;
    this.#table.add(block, key, history);
    this.#size += 1;
  }

  /** Keeps the answer to a pending request. */
  store(key: RequestKey, answer: Buffer): void {
    const block = this.#blockOf(key);
    if (block === 0) return;
    if (this.#slab.write(block, ANSWER, answer)) this.#slab.set(block, ANSWER_LENGTH, answer.length);
    else this.#remove(block, this.#historyOf(key));
  }

  /** There will be no answer: a retransmission is handled as a new request. */
  abandon(key: RequestKey): void {
    const block = this.#blockOf(key);
    if (block !== 0) this.#remove(block, this.#historyOf(key));
  }

  /** Removes expired requests. */
  sweep(now: number): void {
    for (const [hopId, history] of this.#histories) {
      this.#removeExpired(history, now, history.size);
      if (history.size === 0) this.#histories.delete(hopId);
    }
    this.#slab.shrink();
  }

  /** 0 when this very request is not remembered. */
  #blockOf(key: RequestKey): number {
    const block = this.#table.find(key);
    return block !== 0 && this.#table.matches(block, key.packet) ? block : 0;
  }

  #historyOf({ hop }: RequestKey): HopHistory {
    let history = this.#histories.get(hop.hopId);
    if (!history) {
      history = { size: 0, oldest: 0, newest: 0 };
      this.#histories.set(hop.hopId, history);
    }
    return history;
  }

  #removeExpired(history: HopHistory, now: number, max: number): void {
    for (let count = 0; count < max && history.oldest !== 0 && this.#isExpired(history.oldest, now); count++) {
      this.#remove(history.oldest, history);
    }
  }

  #isExpired(block: number, now: number): boolean {
    return (now - this.#slab.get(block, ARRIVED_AT)) >>> 0 >= KEPT_MS;
  }

  #remove(block: number, history: HopHistory): void {
    this.#table.remove(block, history);
    this.#slab.free(block);
    this.#size -= 1;
  }
}

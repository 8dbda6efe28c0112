import { BUCKETS_PER_HOUR, BUCKETS_PER_ROW } from '../../../areas/network/traffic/vocabulary.ts';
import { HashIndex } from '../memory/hash-index.ts';
import { idHash } from '../memory/id-hash.ts';
import type { Slab } from '../memory/slab.ts';

// The words of a block; word 0 is the slab's.
const NEXT = 1;
const SERVICE = 2;
const ISP = 3;
const BUCKETS = 4;

/** Octets of a block of the slab that rows of all hours share. */
export const ROW_OCTETS = 4 * (BUCKETS + BUCKETS_PER_ROW);

/** The words of a slab are integers. */
const word = new Int32Array(1);
const real = new Float32Array(word.buffer);

/** A row of `radius.traffic_hour`, taken out of memory. */
export interface TrafficRow {
  readonly ispId: number;
  readonly serviceId: number;
  readonly hour: number;
  readonly buckets: readonly number[];
}

/** What the services have transferred in one hour: a block each, outside the JavaScript heap. */
export class HourRows {
  readonly hour: number;
  readonly #slab: Slab;
  readonly #byService: HashIndex;
  /** The bucket from which on `takeSome` goes on. */
  #next = 0;

  constructor(hour: number, slab: Slab) {
    this.hour = hour;
    this.#slab = slab;
    this.#byService = new HashIndex(slab, { next: NEXT, hashOf: (block) => idHash(slab.get(block, SERVICE)) });
  }

  get size(): number {
    return this.#byService.size;
  }

  /** The block of a service; 0: it has none. */
  find(serviceId: number): number {
    return this.#byService.find(idHash(serviceId), (block) => this.#slab.get(block, SERVICE) === serviceId);
  }

  /** A block for a service that has none; 0: there is no room. */
  create(ispId: number, serviceId: number): number {
    const block = this.#slab.allocate();
    if (block === 0) return 0;
    this.#slab.set(block, SERVICE, serviceId);
    this.#slab.set(block, ISP, ispId);
    for (let at = 0; at < BUCKETS_PER_ROW; at++) this.#slab.set(block, BUCKETS + at, 0);
    this.#byService.add(block, idHash(serviceId));
    return block;
  }

  add(block: number, bucket: number, up: number, down: number): void {
    this.#add(block, BUCKETS + bucket, up);
    this.#add(block, BUCKETS + BUCKETS_PER_HOUR + bucket, down);
  }

  /** Removes about so many rows and returns them; none if there are none. */
  takeSome(atLeast: number): TrafficRow[] {
    const taken: TrafficRow[] = [];
    while (taken.length < atLeast && this.size > 0) {
      for (const block of this.#byService.blocksIn(this.#next)) taken.push(this.take(block));
      this.#next = (this.#next + 1) % this.#byService.buckets;
    }
    return taken;
  }

  /** Removes a row and returns it. */
  take(block: number): TrafficRow {
    const ispId = this.#slab.get(block, ISP);
    const serviceId = this.#slab.get(block, SERVICE);
    const buckets: number[] = [];
    for (let at = 0; at < BUCKETS_PER_ROW; at++) {
      word[0] = this.#slab.get(block, BUCKETS + at);
      buckets.push(real[0] as number);
    }
    this.#byService.remove(block);
    this.#slab.free(block);
    return { ispId, serviceId, hour: this.hour, buckets };
  }

  #add(block: number, at: number, octets: number): void {
    if (octets === 0) return;
    word[0] = this.#slab.get(block, at);
    real[0] = (real[0] as number) + octets;
    this.#slab.set(block, at, word[0] as number);
  }
}

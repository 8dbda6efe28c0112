import type { Slab } from './slab.ts';

/** The low bits of a bucket's number are its index in its page, the others the index of the page. */
const INDEX_BITS = 12;
const BUCKETS_PER_PAGE = 1 << INDEX_BITS;
const INDEX_MASK = BUCKETS_PER_PAGE - 1;

export interface Indexed {
  /** The word of a block that links it to the next one of its bucket. */
  readonly next: number;
  /** The hash that the block was added with. */
  readonly hashOf: (block: number) => number;
}

/**
 * Finds blocks of a slab by a hash. It grows by one bucket whenever a block is added, so no packet ever waits until
 * millions of blocks have been hashed anew (W. Litwin, "Linear hashing", 1980).
 */
export class HashIndex {
  readonly #slab: Slab;
  readonly #indexed: Indexed;
  readonly #pages = [new Int32Array(BUCKETS_PER_PAGE)];
  /** Buckets below `#split` have been divided by one bit more than this mask has. */
  #mask = BUCKETS_PER_PAGE - 1;
  #split = 0;
  #size = 0;

  constructor(slab: Slab, indexed: Indexed) {
    this.#slab = slab;
    this.#indexed = indexed;
  }

  get size(): number {
    return this.#size;
  }

  get buckets(): number {
    return this.#mask + 1 + this.#split;
  }

  /** The block with this hash that is wanted, the newest of several; 0 when there is none. */
  find(hash: number, isWanted: (block: number) => boolean): number {
    let block = this.#first(this.#bucketOf(hash));
    while (block !== 0 && !isWanted(block)) block = this.#slab.get(block, this.#indexed.next);
    return block;
  }

  /** The blocks that may have this hash, in a copy. */
  blocksWith(hash: number): number[] {
    return this.blocksIn(this.#bucketOf(hash));
  }

  /** The blocks of a bucket, in a copy. */
  blocksIn(bucket: number): number[] {
    const blocks: number[] = [];
    for (let block = this.#first(bucket); block !== 0; block = this.#slab.get(block, this.#indexed.next))
      blocks.push(block);
    return blocks;
  }

  add(block: number, hash: number): void {
    this.#prepend(block, this.#bucketOf(hash));
    this.#size += 1;
    if (this.#size > this.buckets) this.#grow();
  }

  remove(block: number): void {
    const { next, hashOf } = this.#indexed;
    const bucket = this.#bucketOf(hashOf(block));
    const following = this.#slab.get(block, next);
    let before = this.#first(bucket);
    if (before === block) {
      this.#setFirst(bucket, following);
    } else {
      while (this.#slab.get(before, next) !== block) before = this.#slab.get(before, next);
      this.#slab.set(before, next, following);
    }
    this.#size -= 1;
  }

  /** Divides one bucket in two, each with its blocks in the same order as before: the newest first. */
  #grow(): void {
    const added = this.buckets;
    const blocks = this.blocksIn(this.#split);
    if (added >>> INDEX_BITS === this.#pages.length) this.#pages.push(new Int32Array(BUCKETS_PER_PAGE));
    this.#setFirst(this.#split, 0);
    this.#split += 1;
    if (this.#split > this.#mask) {
      this.#mask = this.#mask * 2 + 1;
      this.#split = 0;
    }
    for (const block of blocks.reverse()) this.#prepend(block, this.#bucketOf(this.#indexed.hashOf(block)));
  }

  #prepend(block: number, bucket: number): void {
    this.#slab.set(block, this.#indexed.next, this.#first(bucket));
    this.#setFirst(bucket, block);
  }

  #bucketOf(hash: number): number {
    const bucket = hash & this.#mask;
    return bucket < this.#split ? hash & (this.#mask * 2 + 1) : bucket;
  }

  #first(bucket: number): number {
    return (this.#pages[bucket >>> INDEX_BITS] as Int32Array)[bucket & INDEX_MASK] as number;
  }

  #setFirst(bucket: number, block: number): void {
    (this.#pages[bucket >>> INDEX_BITS] as Int32Array)[bucket & INDEX_MASK] = block;
  }
}

/** The first word of a block: the block where its octets continue, or 0. */
const NEXT = 0;
/** Where the octets of a continuation block begin. */
const AFTER_NEXT = 4;

/** The low bits of a block's number are its index in its chunk, the others the index of the chunk. */
const INDEX_BITS = 12;
const BLOCKS_PER_CHUNK = 1 << INDEX_BITS;
const INDEX_MASK = BLOCKS_PER_CHUNK - 1;
/** The number of a block is a signed 32-bit word. */
const MAX_BLOCKS = 2 ** 31 - 1;

interface Chunk {
  readonly words: Int32Array;
  readonly octets: Uint8Array;
  /** First block of the free list, linked by `NEXT`; 0 when it is empty. */
  free: number;
  /** Blocks from this index on were never allocated. */
  fresh: number;
  used: number;
}

/**
 * An allocator of fixed-size blocks outside the JavaScript heap. Many objects that live for seconds would be copied by
 * scavenges and then promoted to the old generation; here the garbage collector sees none of them. Chunks of blocks are
 * allocated and released with the load. A block is a number, never 0.
 */
export class Slab {
  readonly #chunks: Chunk[] = [];
  readonly #blockOctets: number;
  readonly #blockWords: number;
  readonly #maxBlocks: number;
  #used = 0;
  /** No chunk before this one has a free block. */
  #firstWithRoom = 0;

  /** `blockOctets` is a multiple of four. */
  constructor({ blockOctets, maxOctets = Number.POSITIVE_INFINITY }: { blockOctets: number; maxOctets?: number }) {
    this.#blockOctets = blockOctets;
    this.#blockWords = blockOctets / 4;
    this.#maxBlocks = Math.min(Math.floor(maxOctets / blockOctets), MAX_BLOCKS);
  }

  /** Octets taken from the system, used or not. */
  get octets(): number {
    return this.#chunks.length * BLOCKS_PER_CHUNK * this.#blockOctets;
  }

  get(block: number, word: number): number {
    return this.#chunkOf(block).words[(block & INDEX_MASK) * this.#blockWords + word] as number;
  }

  set(block: number, word: number, value: number): void {
    this.#chunkOf(block).words[(block & INDEX_MASK) * this.#blockWords + word] = value;
  }

  /** 0 when the slab is full. */
  allocate(): number {
    if (this.#used >= this.#maxBlocks) return 0;
    // The first chunk with room is filled first, so that the last ones become empty.
    while (this.#chunks[this.#firstWithRoom]?.used === BLOCKS_PER_CHUNK) this.#firstWithRoom += 1;
    const chunk = this.#chunks[this.#firstWithRoom] ?? this.#grow();
    const block = chunk.free || (this.#firstWithRoom << INDEX_BITS) | chunk.fresh++;
    if (block === chunk.free) chunk.free = this.get(block, NEXT);
    this.set(block, NEXT, 0);
    chunk.used += 1;
    this.#used += 1;
    return block;
  }

  /** Frees a block and its continuations. */
  free(block: number): void {
    let freed = block;
    while (freed !== 0) {
      const chunk = this.#chunkOf(freed);
      const next = this.get(freed, NEXT);
      this.set(freed, NEXT, chunk.free);
      chunk.free = freed;
      chunk.used -= 1;
      this.#used -= 1;
      this.#firstWithRoom = Math.min(this.#firstWithRoom, freed >>> INDEX_BITS);
      freed = next;
    }
  }

  /** Writes octets to a block from its octet `from` on, and to as many continuations as they need; false when the slab is full. */
  write(block: number, from: number, octets: Uint8Array): boolean {
    this.free(this.get(block, NEXT));
    this.set(block, NEXT, 0);
    const continuations = Math.ceil((octets.length - (this.#blockOctets - from)) / (this.#blockOctets - AFTER_NEXT));
    if (continuations > this.#maxBlocks - this.#used) return false;
    let current = block;
    for (let done = 0, start = from; ; start = AFTER_NEXT) {
      const memory = this.#chunkOf(current).octets;
      const shift = (current & INDEX_MASK) * this.#blockOctets + start - done;
      const end = Math.min(octets.length, done + this.#blockOctets - start);
      for (; done < end; done++) memory[done + shift] = octets[done] as number;
      if (done === octets.length) return true;
      const next = this.allocate();
      this.set(current, NEXT, next);
      current = next;
    }
  }

  /** A copy of the octets written. */
  read(block: number, from: number, length: number): Buffer {
    const copy = Buffer.allocUnsafe(length);
    let current = block;
    for (let done = 0, start = from; done < length; start = AFTER_NEXT) {
      const memory = this.#chunkOf(current).octets;
      const shift = (current & INDEX_MASK) * this.#blockOctets + start - done;
      const end = Math.min(length, done + this.#blockOctets - start);
      for (; done < end; done++) copy[done] = memory[done + shift] as number;
      current = this.get(current, NEXT);
    }
    return copy;
  }

  /** Releases empty chunks at the end. */
  shrink(): void {
    while (this.#chunks.at(-1)?.used === 0) this.#chunks.pop();
    this.#firstWithRoom = Math.min(this.#firstWithRoom, this.#chunks.length);
  }

  #chunkOf(block: number): Chunk {
    return this.#chunks[block >>> INDEX_BITS] as Chunk;
  }

  #grow(): Chunk {
    const memory = new ArrayBuffer(BLOCKS_PER_CHUNK * this.#blockOctets);
    const isFirst = this.#chunks.length === 0;
    // Block 0 does not exist and always counts as used, so the first chunk is never released.
    const begun = isFirst ? { fresh: 1, used: 1 } : { fresh: 0, used: 0 };
    const chunk = { words: new Int32Array(memory), octets: new Uint8Array(memory), free: 0, ...begun };
    this.#chunks.push(chunk);
    return chunk;
  }
}

/** Octets of a cell. Its first word is the cell that goes on where it ends. */
const CELL = 80;

const WORDS = CELL / 4;
const REST = 0;
/** Where the octets of a cell begin that goes on. */
const AFTER_REST = 4;

/** The number of a cell is that of its chunk and, in so many bits, its place there. */
const BITS = 12;
const CELLS = 1 << BITS;
const PLACE = CELLS - 1;

interface Chunk {
  readonly words: Int32Array;
  readonly octets: Uint8Array;
  /** The last of the cells that were given back; 0 is none. */
  free: number;
  /** From this place on cells were never taken. */
  fresh: number;
  used: number;
}

/**
 * Memory outside of the JavaScript heap, in cells: what lives for seconds in great numbers would be copied by scavenges
 * and then burden the old generation, where here the garbage collector has nothing to do with it. Chunks of cells come
 * with the load and go with it. A cell is a number, never 0.
 */
export class Slab {
  readonly #chunks: Chunk[] = [];
  readonly #most: number;
  #used = 0;
  /** No chunk before this one has room. */
  #roomyFrom = 0;

  constructor(mostOctets: number) {
    this.#most = Math.floor(mostOctets / CELL);
  }

  /** Octets that are taken from the system. */
  get octets(): number {
    return this.#chunks.length * CELLS * CELL;
  }

  get(cell: number, word: number): number {
    return this.#chunkOf(cell).words[(cell & PLACE) * WORDS + word] as number;
  }

  set(cell: number, word: number, value: number): void {
    this.#chunkOf(cell).words[(cell & PLACE) * WORDS + word] = value;
  }

  /** 0 when all that there may be are taken. */
  allocate(): number {
    if (this.#used >= this.#most) return 0;
    // From the first chunk with room, so that the last are empty soon.
    while (this.#chunks[this.#roomyFrom]?.used === CELLS) this.#roomyFrom += 1;
    const chunk = this.#chunks[this.#roomyFrom] ?? this.#grow();
    const cell = chunk.free || (this.#roomyFrom << BITS) | chunk.fresh++;
    if (cell === chunk.free) chunk.free = this.get(cell, REST);
    this.set(cell, REST, 0);
    chunk.used += 1;
    this.#used += 1;
    return cell;
  }

  /** Gives a cell back, and those that it goes on in. */
  free(cell: number): void {
    let given = cell;
    while (given !== 0) {
      const chunk = this.#chunkOf(given);
      const rest = this.get(given, REST);
      this.set(given, REST, chunk.free);
      chunk.free = given;
      chunk.used -= 1;
      this.#used -= 1;
      this.#roomyFrom = Math.min(this.#roomyFrom, given >>> BITS);
      given = rest;
    }
  }

  /** Lays octets into a cell, from its octet `from` on, and into as many more as it takes; false when there are too few. */
  write(cell: number, from: number, octets: Uint8Array): boolean {
    this.free(this.get(cell, REST));
    this.set(cell, REST, 0);
    const more = Math.ceil((octets.length - (CELL - from)) / (CELL - AFTER_REST));
    if (more > this.#most - this.#used) return false;
    let into = cell;
    for (let done = 0, start = from; ; start = AFTER_REST) {
      const memory = this.#chunkOf(into).octets;
      const shift = (into & PLACE) * CELL + start - done;
      const end = Math.min(octets.length, done + CELL - start);
      for (; done < end; done++) memory[done + shift] = octets[done] as number;
      if (done === octets.length) return true;
      const rest = this.allocate();
      this.set(into, REST, rest);
      into = rest;
    }
  }

  /** A copy of what was written. */
  read(cell: number, from: number, length: number): Buffer {
    const copy = Buffer.allocUnsafe(length);
    let outOf = cell;
    for (let done = 0, start = from; done < length; start = AFTER_REST) {
      const memory = this.#chunkOf(outOf).octets;
      const shift = (outOf & PLACE) * CELL + start - done;
      const end = Math.min(length, done + CELL - start);
      for (; done < end; done++) copy[done] = memory[done + shift] as number;
      outOf = this.get(outOf, REST);
    }
    return copy;
  }

  /** Gives chunks that are empty back to the system. */
  shrink(): void {
    while (this.#chunks.at(-1)?.used === 0) this.#chunks.pop();
    this.#roomyFrom = Math.min(this.#roomyFrom, this.#chunks.length);
  }

  #chunkOf(cell: number): Chunk {
    return this.#chunks[cell >>> BITS] as Chunk;
  }

  #grow(): Chunk {
    const memory = new ArrayBuffer(CELLS * CELL);
    const isFirst = this.#chunks.length === 0;
    // There is no cell 0, which counts as used for good: the first chunk stays.
    const begun = isFirst ? { fresh: 1, used: 1 } : { fresh: 0, used: 0 };
    const chunk = { words: new Int32Array(memory), octets: new Uint8Array(memory), free: 0, ...begun };
    this.#chunks.push(chunk);
    return chunk;
  }
}

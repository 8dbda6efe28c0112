import type { Slab } from '../memory/slab.ts';

/** The words of a block with the id of its NAS and its neighbours in that NAS's list. */
interface Words {
  readonly nas: number;
  readonly earlier: number;
  readonly later: number;
}

/** The blocks of each NAS, linked in the order in which they were added. */
export class NasLists {
  readonly #slab: Slab;
  readonly #words: Words;
  readonly #latest = new Map<number, number>();

  constructor(slab: Slab, words: Words) {
    this.#slab = slab;
    this.#words = words;
  }

  /** The block of the NAS that was added last; 0 when it has none. */
  latest(nasId: number): number {
    return this.#latest.get(nasId) ?? 0;
  }

  /** The block of the same NAS that was added before this one; 0 when it is the first. */
  before(block: number): number {
    return this.#slab.get(block, this.#words.earlier);
  }

  add(block: number): void {
    const { nas, earlier, later } = this.#words;
    const nasId = this.#slab.get(block, nas);
    const before = this.latest(nasId);
    this.#slab.set(block, earlier, before);
    this.#slab.set(block, later, 0);
    if (before !== 0) this.#slab.set(before, later, block);
    this.#latest.set(nasId, block);
  }

  remove(block: number): void {
    const { nas, earlier, later } = this.#words;
    const [before, after] = [this.#slab.get(block, earlier), this.#slab.get(block, later)];
    if (before !== 0) this.#slab.set(before, later, after);
    if (after !== 0) this.#slab.set(after, earlier, before);
    else if (before !== 0) this.#latest.set(this.#slab.get(block, nas), before);
    else this.#latest.delete(this.#slab.get(block, nas));
  }
}

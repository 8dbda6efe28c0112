/** The same for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  octets(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  below(bound: number): number {
    return Math.floor(this.#next() * bound);
  }

  /** Mulberry32: 32 bits of state suffice for a million packets. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
}

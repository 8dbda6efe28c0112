/** Runs at most `most` pieces of work at a time; the others wait, and begin in the order in which they came. */
export class Limiter {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Rejects with what the work rejects with; the next one begins all the same. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // Its place goes to the next one.
      if (next) next();
      else this.#running -= 1;
    }
  }
}

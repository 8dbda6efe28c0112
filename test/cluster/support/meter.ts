/** How long a kind of request was without service. */
export interface Service {
  readonly answered: number;
  /** Times that a request had to be made again. */
  readonly repeats: number;
  /** The longest time without any answer, in seconds. */
  readonly silence: number;
  /** The longest time from a first request to its answer, in seconds. */
  readonly longest: number;
}

/** Notes when requests of one kind were answered. */
export class Meter {
  #answered = 0;
  #repeats = 0;
  #silence = 0;
  #longest = 0;
  #lastAt = performance.now();

  /** @param firstAt when it was made first, of `performance.now` */
  answer(firstAt: number): void {
    const now = performance.now();
    this.#answered += 1;
    this.#silence = Math.max(this.#silence, now - this.#lastAt);
    this.#longest = Math.max(this.#longest, now - firstAt);
    this.#lastAt = now;
  }

  repeat(): void {
    this.#repeats += 1;
  }

  get service(): Service {
    const seconds = (milliseconds: number) => Math.round(milliseconds / 100) / 10;
    return {
      answered: this.#answered,
      repeats: this.#repeats,
      silence: seconds(this.#silence),
      longest: seconds(this.#longest),
    };
  }
}

/** A token bucket. Times in milliseconds. */
export class Tokens {
  readonly #perSecond: number;
  readonly #most: number;
  #left: number;
  #at = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number, most: number) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#left = most;
  }

  take(now: number): boolean {
    this.#refill(now);
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  isFull(now: number): boolean {
    this.#refill(now);
    return this.#left >= this.#most;
  }

  #refill(now: number): void {
    this.#left = Math.min(this.#most, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
  }
}

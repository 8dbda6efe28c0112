/** What was not used for a moment may be made up for. */
const BURST_MS = 50;

/** Limits how often something is done a second. Each caller gets a place of its own, so none is passed over. */
export class Pace {
  readonly #intervalMs: number;
  /** When the next place is free, in milliseconds of `performance.now()`. */
  #next = 0;

  constructor(perSecond: number) {
    this.#intervalMs = 1_000 / perSecond;
  }

  /** Takes the next place. Returns how many milliseconds to wait for it. */
  take(now: number): number {
    const place = Math.max(this.#next, now - BURST_MS);
    this.#next = place + this.#intervalMs;
    return Math.max(0, place - now);
  }

  /** Whether nobody has taken a place of late: as if it were new. */
  isIdle(now: number): boolean {
    return this.#next < now - BURST_MS;
  }
}

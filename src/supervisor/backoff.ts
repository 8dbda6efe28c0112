const FIRST_MS = 100;
const MAX_MS = 30_000;
/** A process that worked for so long did not fail because of its start. */
const STEADY_MS = 60_000;

/** How long to wait before a process that ended is started again: twice as long after each failure in a row. */
export class Backoff {
  #failures = 0;

  next(workedForMs: number): number {
    if (workedForMs >= STEADY_MS) this.#failures = 0;
    const pauseMs = Math.min(FIRST_MS * 2 ** this.#failures, MAX_MS);
    this.#failures += 1;
    return pauseMs;
  }
}

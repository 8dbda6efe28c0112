import type { Endpoint, PendingRequest } from './endpoint.ts';

/** A NAS answers requests one by one, so only so many are sent at once. */
const MAX_PENDING = 16;
/** Unanswered requests in a row after which a NAS counts as silent. */
const SILENT_AFTER = 3;
const MAX_PAUSE_MS = 120_000;

/**
 * One NAS at one endpoint, and whether it answers. A silent NAS gets one request at a time, each after a pause; all others
 * fail at once, so that a caller with many for it can continue with other NASes, those of the same proxy too.
 */
export class Destination {
  readonly #endpoint: Endpoint;
  readonly #pauseMs: number;
  readonly #queue: ((identifier: number | null) => void)[] = [];
  /** Requests from `acquire` to `release`. */
  #acquired = 0;
  #unanswered = 0;
  /** Pauses in a row. */
  #pauses = 0;
  #pausedUntil = 0;

  /** `pauseMs`: how long a silent NAS is left alone. */
  constructor(endpoint: Endpoint, pauseMs: number) {
    this.#endpoint = endpoint;
    this.#pauseMs = pauseMs;
  }

  get isSilent(): boolean {
    return this.#unanswered >= SILENT_AFTER;
  }

  /** When to retry requests to a silent NAS; doubles with every pause. */
  get retryAfterMs(): number {
    return Math.min(this.#pauseMs * 2 ** Math.min(this.#pauses, 10), MAX_PAUSE_MS);
  }

  /** It is silent, and its pause is not over or a request is already trying it. */
  isPaused(now: number): boolean {
    return this.isSilent && (this.#acquired > 0 || now < this.#pausedUntil);
  }

  /** Waits for a free identifier. Null: the NAS is paused. */
  acquire(evenIfPaused: boolean, now: number): Promise<number | null> {
    if (this.isPaused(now) && !evenIfPaused) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#queue.push(resolve);
      this.#acquireNext();
    });
  }

  begin(identifier: number, request: PendingRequest): void {
    this.#endpoint.begin(identifier, request);
  }

  release(identifier: number, isAnswered: boolean, now: number): void {
    this.#acquired -= 1;
    if (isAnswered) {
      this.#unanswered = 0;
      this.#pauses = 0;
    } else {
      this.#unanswered += 1;
      if (this.isSilent) this.#pause(now);
    }
    this.#endpoint.free(identifier);
    this.#acquireNext();
  }

  #pause(now: number): void {
    if (this.#acquired === 0) this.#pauses += 1;
    this.#pausedUntil = now + this.#pauseMs;
    for (const resolve of this.#queue.splice(0)) resolve(null);
  }

  /** For as many as may be sent; the endpoint calls it again when it has run out of identifiers. */
  readonly #acquireNext = (): void => {
    while (this.#queue.length > 0 && this.#acquired < MAX_PENDING) {
      const identifier = this.#endpoint.take(this.#acquireNext);
      if (identifier === null) return;
      this.#acquired += 1;
      this.#queue.shift()?.(identifier);
    }
  };
}

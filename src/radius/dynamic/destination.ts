/** A request that waits for the response of its NAS. */
export interface PendingRequest {
  /** Called with each datagram that has its identifier; true if the datagram was the response. */
  readonly receive: (datagram: Buffer) => boolean;
}

/** A NAS answers requests one by one, so only so many are sent at once. */
const MAX_PENDING = 16;
/** Unanswered requests in a row after which a NAS counts as silent. */
const SILENT_AFTER = 3;
const MAX_PAUSE_MS = 120_000;

/**
 * One NAS and port: the identifiers in use, and whether it answers. A silent NAS gets one request at a time, each after a
 * pause; all others fail at once, so that a caller with many for it can continue with other NASes.
 */
export class Destination {
  readonly #pauseMs: number;
  readonly #pending = new Map<number, PendingRequest>();
  readonly #queue: ((identifier: number | null) => void)[] = [];
  /** Identifiers from `acquire` to `release`. */
  readonly #acquired = new Set<number>();
  #lastIdentifier = -1;
  #unanswered = 0;
  /** Pauses in a row. */
  #pauses = 0;
  #pausedUntil = 0;

  /** `pauseMs`: how long a silent NAS is left alone. */
  constructor(pauseMs: number) {
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
    return this.isSilent && (this.#acquired.size > 0 || now < this.#pausedUntil);
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
    this.#pending.set(identifier, request);
  }

  release(identifier: number, isAnswered: boolean, now: number): void {
    this.#pending.delete(identifier);
    this.#acquired.delete(identifier);
    if (isAnswered) {
      this.#unanswered = 0;
      this.#pauses = 0;
    } else {
      this.#unanswered += 1;
      if (this.isSilent) this.#pause(now);
    }
    this.#acquireNext();
  }

  receive(datagram: Buffer): boolean {
    return this.#pending.get(datagram[1] ?? -1)?.receive(datagram) ?? false;
  }

  #pause(now: number): void {
    if (this.#acquired.size === 0) this.#pauses += 1;
    this.#pausedUntil = now + this.#pauseMs;
    for (const resolve of this.#queue.splice(0)) resolve(null);
  }

  #acquireNext(): void {
    if (this.#queue.length === 0 || this.#acquired.size >= MAX_PENDING) return;
    do this.#lastIdentifier = (this.#lastIdentifier + 1) & 0xff;
    while (this.#acquired.has(this.#lastIdentifier));
    this.#acquired.add(this.#lastIdentifier);
    this.#queue.shift()?.(this.#lastIdentifier);
  }
}

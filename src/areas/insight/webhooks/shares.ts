import { setTimeout as sleep } from 'node:timers/promises';

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

/** Messages a second of a node, for one ISP and in all: each takes about 0.2 ms of its only thread, which others need as well. */
const OF_ISP = 1_500;
const IN_ALL = 2_500;
/** From so many ISPs on, those that send nothing are forgotten. */
const MANY = 1_000;

/** What each ISP may have of the node's time for webhooks. */
export class Shares {
  readonly #all = new Pace(IN_ALL);
  readonly #ofIsps = new Map<number, Pace>();

  /** Resolves when another message of the ISP may be sent. */
  async turnOf(ispId: number): Promise<void> {
    const own = this.#paceOf(ispId).take(performance.now());
    if (own > 0) await sleep(own);
    // Only those who may send by their own share queue for that of all.
    const common = this.#all.take(performance.now());
    if (common > 0) await sleep(common);
  }

  #paceOf(ispId: number): Pace {
    const known = this.#ofIsps.get(ispId);
    if (known) return known;
    if (this.#ofIsps.size >= MANY) this.#forgetIdle();
    const pace = new Pace(OF_ISP);
    this.#ofIsps.set(ispId, pace);
    return pace;
  }

  #forgetIdle(): void {
    const now = performance.now();
    for (const [ispId, pace] of this.#ofIsps) if (pace.isIdle(now)) this.#ofIsps.delete(ispId);
  }
}

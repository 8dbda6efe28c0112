import { setTimeout as sleep } from 'node:timers/promises';

/** For so long a node answers further attempts without asking the database, where one row counts all of them. */
const KNOWN_MS = 5_000;
/** So long the first repetition waits for the answer that was just given; each further one twice as long as the one before. */
const HOLD_MS = 1_000;
const MAX_HOLD_MS = 10_000;
/** At a time; further ones are answered at once. */
const MAX_HELD = 1_000;
const MAX_KNOWN = 10_000;

interface Refusal {
  readonly until: Date;
  /** In milliseconds of the clock of the process. */
  readonly knownUpto: number;
  /** Of the next repetition. */
  holdMs: number;
}

interface Time {
  readonly elapsed: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

const OF_PROCESS: Time = { elapsed: () => performance.now(), pause: (ms) => sleep(ms, undefined, { ref: false }) };

/**
 * Attempts to sign in that a node has refused a moment ago. A caller that tries password after password for a blocked name would
 * otherwise keep the node and one row of its database busy with refusals, and packets of RADIUS waiting.
 */
export class Refusals {
  readonly #known = new Map<string, Refusal>();
  readonly #time: Time;
  #held = 0;

  constructor(time: Time = OF_PROCESS) {
    this.#time = time;
  }

  /** Until when attempts are refused, as this node knows; after a pause, as the same has been answered already. */
  async of(key: string, now: Date): Promise<Date | undefined> {
    const refusal = this.#known.get(key);
    if (!refusal) return undefined;
    if (refusal.knownUpto < this.#time.elapsed() || refusal.until <= now) {
      this.#known.delete(key);
      return undefined;
    }
    await this.#hold(refusal);
    return refusal.until;
  }

  /** What is known already stays so for as long as it was. */
  note(key: string, until: Date): void {
    if (this.#known.has(key)) return;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(key, { until, knownUpto: this.#time.elapsed() + KNOWN_MS, holdMs: HOLD_MS });
  }

  async #hold(refusal: Refusal): Promise<void> {
    if (this.#held >= MAX_HELD) return;
    this.#held += 1;
    const { holdMs } = refusal;
    refusal.holdMs = Math.min(holdMs * 2, MAX_HOLD_MS);
    try {
      await this.#time.pause(holdMs);
    } finally {
      this.#held -= 1;
    }
  }
}

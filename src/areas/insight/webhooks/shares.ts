import { setTimeout as sleep } from 'node:timers/promises';
import { Pace } from './pace.ts';

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

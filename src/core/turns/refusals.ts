import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../fault.ts';

/** A refused call is answered after this, or a caller who repeats it at once would take more time than by calls that wait. */
const AFTER_MS = 1_000;
/** Beyond so many that wait for their refusal, it comes at once. */
const MAX_DELAYED = 1_000;
const RETRY_AFTER_S = 2;

export class Refusals {
  readonly #of: string;
  readonly #afterMs: number;
  #count = 0;
  #delayed = 0;

  constructor(of: string, afterMs = AFTER_MS) {
    this.#of = of;
    this.#afterMs = afterMs;
  }

  /** How many there were so far. */
  get count(): number {
    return this.#count;
  }

  /** @throws Fault of kind `tooMany` */
  async refuse(): Promise<never> {
    this.#count += 1;
    if (this.#delayed < MAX_DELAYED) {
      this.#delayed += 1;
      await sleep(this.#afterMs);
      this.#delayed -= 1;
    }
    const sentence = `too many calls of ${this.#of} are waiting; try again in ${RETRY_AFTER_S} seconds`;
    throw new Fault('tooMany', sentence, { retryAfterS: RETRY_AFTER_S });
  }
}

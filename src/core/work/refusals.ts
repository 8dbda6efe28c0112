import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../fault.ts';

/** A refusal for lack of room comes after this, or a caller who repeats at once would take more time than by calls that wait. */
const AFTER_MS = 1_000;
/** Beyond so many that wait for their refusals, they come at once. */
const MAX_DELAYED = 1_000;
export const RETRY_AFTER_S = 2;

/** Of callers for whom there is no room. */
export class Refusals {
  readonly #sentence: string;
  readonly #afterMs: number;
  #count = 0;
  #delayed = 0;

  /** `afterMs`: 0 to refuse at once. */
  constructor(sentence: string, afterMs = AFTER_MS) {
    this.#sentence = sentence;
    this.#afterMs = afterMs;
  }

  /** How many there were so far. */
  get count(): number {
    return this.#count;
  }

  /** @throws Fault of kind `tooMany` */
  async refuse(): Promise<never> {
    this.#count += 1;
    if (this.#afterMs > 0 && this.#delayed < MAX_DELAYED) {
      this.#delayed += 1;
      await sleep(this.#afterMs);
      this.#delayed -= 1;
    }
    throw new Fault('tooMany', this.#sentence, { retryAfterS: RETRY_AFTER_S });
  }
}

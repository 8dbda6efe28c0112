import type { Clock } from '../core/clock.ts';
import { Fault } from '../core/fault.ts';

const WINDOW_MS = 60_000;
const MAX_FAILURES = 20;
const MAX_KEYS = 100_000;

interface Failures {
  count: number;
  since: number;
}

/**
 * Limits guessing: after 20 wrong credentials within a minute, from one address or for one user id, further attempts are
 * rejected until the minute is over. In memory, per node.
 */
export class FailedLogins {
  readonly #clock: Clock;
  readonly #failures = new Map<string, Failures>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws Fault of kind `tooMany` while one of the keys has reached its limit */
  guard(keys: readonly string[]): void {
    const now = this.#clock.now().getTime();
    for (const key of keys) {
      const failures = this.#failures.get(key);
      if (failures && now - failures.since < WINDOW_MS && failures.count >= MAX_FAILURES) {
        throw new Fault('tooMany', 'too many wrong credentials; try again in a minute');
      }
    }
  }

  record(keys: readonly string[]): void {
    const now = this.#clock.now().getTime();
    if (this.#failures.size > MAX_KEYS) this.#failures.clear();
    for (const key of keys) {
      const failures = this.#failures.get(key);
      if (failures && now - failures.since < WINDOW_MS) failures.count += 1;
      else this.#failures.set(key, { count: 1, since: now });
    }
  }
}

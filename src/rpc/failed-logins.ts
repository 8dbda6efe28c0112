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
 * rejected until the minute is over. In memory; `FailedLoginNews` adds what other nodes have counted.
 */
export class FailedLogins {
  readonly #clock: Clock;
  readonly #failures = new Map<string, Failures>();
  #tell: (keys: readonly string[]) => void = () => undefined;

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
    for (const key of keys) this.add(key, 1);
    this.#tell(keys);
  }

  /** `tell` is called with the keys of each wrong attempt on this node; it replaces an earlier one. */
  onRecorded(tell: (keys: readonly string[]) => void): void {
    this.#tell = tell;
  }

  add(key: string, count: number): void {
    const now = this.#clock.now().getTime();
    if (this.#failures.size > MAX_KEYS) this.#failures.clear();
    const failures = this.#failures.get(key);
    if (failures && now - failures.since < WINDOW_MS) failures.count += count;
    else this.#failures.set(key, { count, since: now });
  }
}

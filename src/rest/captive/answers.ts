import { type AccessAt, accessAt } from '../../areas/sessions/access-at.ts';
import type { Kernel } from '../../core/kernel.ts';

/** A blocked subscriber asks again and again, with every program of every device. */
const KEEP_MS = 5_000;
const MAX_KEPT = 10_000;
/** Few of the connections that lists use. */
const MAX_AT_ONCE = 2;

interface Kept {
  readonly until: number;
  readonly answer: Promise<AccessAt | null>;
}

/** What captive clients ask, bounded: anyone can ask, and nobody must keep the database from others by it. */
export class CaptiveAnswers {
  readonly #kernel: Kernel;
  readonly #kept = new Map<string, Kept>();
  /** The addresses that an answer is being made for, each for one at a time. */
  readonly #asking = new Set<string>();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** At most five seconds old. @throws Busy, or when the database does not answer */
  async of(address: string, ispId: number | null): Promise<AccessAt | null> {
    const key = `${address} ${ispId}`;
    const now = performance.now();
    const kept = this.#kept.get(key);
    if (kept && kept.until > now) return kept.answer;
    if (this.#asking.size >= MAX_AT_ONCE || this.#asking.has(address)) throw new Busy();
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const answer = this.#ask(address, ispId);
    this.#kept.set(key, { until: now + KEEP_MS, answer });
    try {
      return await answer;
    } catch (error) {
      this.#kept.delete(key);
      throw error;
    }
  }

  async #ask(address: string, ispId: number | null): Promise<AccessAt | null> {
    this.#asking.add(address);
    try {
      return await accessAt(this.#kernel, { address, ispId });
    } finally {
      this.#asking.delete(address);
    }
  }
}

/** Too many ask at once; a moment later there is room. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

import { type AccessAt, accessAt } from '../../areas/sessions/access-at.ts';
import type { Kernel } from '../../core/kernel.ts';

/** A blocked subscriber asks again and again, with every program of every device. */
const KEEP_MS = 5_000;
const MAX_KEPT = 10_000;
const MAX_AT_ONCE = 8;

interface Kept {
  readonly until: number;
  readonly answer: Promise<AccessAt | null>;
}

/** What captive clients ask, bounded: anyone can ask, and nobody must keep the database from others by it. */
export class CaptiveAnswers {
  readonly #kernel: Kernel;
  readonly #kept = new Map<string, Kept>();
  #asking = 0;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** At most five seconds old. @throws Busy, or when the database does not answer */
  async of(address: string, ispId: number | null): Promise<AccessAt | null> {
    const key = `${address} ${ispId}`;
    const now = performance.now();
    const kept = this.#kept.get(key);
    if (kept && kept.until > now) return kept.answer;
    if (this.#asking >= MAX_AT_ONCE) throw new Busy();
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
    this.#asking++;
    try {
      return await accessAt(this.#kernel, address, ispId);
    } finally {
      this.#asking--;
    }
  }
}

/** Too many ask at once; a moment later there is room. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

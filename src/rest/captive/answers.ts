import { type AccessAt, type At, accessAt } from '../../areas/network/sessions/access-at.ts';
import { turnAt } from '../../areas/network/sessions/turn-at.ts';
import type { Kernel } from '../../core/kernel.ts';

/** A blocked subscriber asks again and again, with every program of every device. */
const KEEP_MS = 5_000;
const MAX_KEPT = 10_000;

interface Kept {
  readonly answer: Promise<AccessAt | null>;
  until: number;
}

/** What captive clients ask, bounded: anyone can ask, and nobody must keep the database from others by it. */
export class CaptiveAnswers {
  readonly #kernel: Kernel;
  /** Those that are being made too, oldest first. */
  readonly #kept = new Map<string, Kept>();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** At most five seconds old. @throws Fault of kind `tooMany` or `unavailable`; or when the database does not answer */
  async of(address: string, ispId: number | null): Promise<AccessAt | null> {
    const key = `${address} ${ispId}`;
    const known = this.#kept.get(key);
    if (known && known.until > performance.now()) return known.answer;
    const at: At = { address, ispId };
    const kept: Kept = {
      answer: turnAt(this.#kernel, at, () => accessAt(this.#kernel, at)),
      until: Number.POSITIVE_INFINITY,
    };
    this.#keep(key, kept);
    try {
      return await kept.answer;
    } catch (error) {
      this.#kept.delete(key);
      throw error;
    } finally {
      kept.until = performance.now() + KEEP_MS;
    }
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key);
    const now = performance.now();
    for (const [old, { until }] of this.#kept) {
      if (until > now && this.#kept.size < MAX_KEPT) break;
      this.#kept.delete(old);
    }
    this.#kept.set(key, kept);
  }
}

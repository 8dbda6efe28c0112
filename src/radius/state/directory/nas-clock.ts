/** Records are cut to seconds and wait a little: times of a clock that differ by no more are the same. */
export const RIGHT_WITHIN_MS = 60_000;
/** How long it holds what was known of a clock. */
const KNOWN_FOR_MS = 86_400_000;
/** How long a clock must have been slow by the same to be known: where something else was known of it, and otherwise. */
const CHANGED_AFTER_MS = 600_000;
const KNOWN_AFTER_MS = 60_000;
/** One time does not show that a clock is right, or no longer is. */
const TIMES = 3;

/** What was stored of a clock. */
export interface StoredClock {
  /** How far it was ahead, in seconds; null: it has not told. */
  readonly aheadS: number | null;
  /** When it was right last, in milliseconds; null: never. */
  readonly rightAt: number | null;
}

/** How far a clock is ahead, in milliseconds: 0 is right. */
interface Known {
  ahead: number;
  at: number;
}

interface Candidate extends Known {
  readonly since: number;
  times: number;
}

/**
 * How far the clock of a NAS is off, by the times in its records. A record may be older than it seems, but never newer, so times
 * further ahead count for more. Those of records that wait come nearer until all have come; those of a slow clock stay where
 * they are.
 */
export class NasClock {
  #known: Known | null;
  #candidate: Candidate | null = null;

  constructor({ aheadS, rightAt }: StoredClock = { aheadS: null, rightAt: null }) {
    const ahead = rounded((aheadS ?? 0) * 1000);
    if (rightAt !== null) this.#known = { ahead: 0, at: rightAt };
    else this.#known = ahead === 0 ? null : { ahead, at: Number.POSITIVE_INFINITY };
  }

  /** A record says a time that is so much ahead of when it was sent, by our clock. */
  heard(difference: number, now: number): void {
    const ahead = rounded(difference);
    const known = this.#known;
    if (known && isSame(ahead, known.ahead)) {
      known.ahead = Math.max(ahead, known.ahead);
      known.at = now;
      this.#candidate = null;
      return;
    }
    const candidate = this.#weighed(ahead, now);
    if (!this.#isShown(candidate)) return;
    this.#known = { ahead: candidate.ahead, at: now };
    this.#candidate = null;
  }

  /** What may be known next, with one more time. */
  #weighed(ahead: number, now: number): Candidate {
    const before = this.#candidate;
    if (before && isSame(ahead, before.ahead)) {
      before.ahead = Math.max(before.ahead, ahead);
      before.at = now;
      before.times += 1;
    } else if (!before || ahead > before.ahead || now - before.at > CHANGED_AFTER_MS) {
      this.#candidate = { ahead, at: now, since: now, times: 1 };
    }
    return this.#candidate as Candidate;
  }

  #isShown({ ahead, at, since, times }: Candidate): boolean {
    // No record comes from tomorrow.
    if (ahead > 0) return true;
    if (ahead === 0) return times >= TIMES;
    if (this.aheadAt(at) === null) return at - since >= KNOWN_AFTER_MS;
    return at - since >= CHANGED_AFTER_MS && times >= TIMES;
  }

  /** When it was right last, in milliseconds; 0: that is not known. */
  get rightAt(): number {
    return this.#known?.ahead === 0 && Number.isFinite(this.#known.at) ? this.#known.at : 0;
  }

  /** How far ahead it is, in milliseconds; 0: it is right. Null: that is not known. */
  aheadAt(now: number): number | null {
    return this.#known && now - this.#known.at < KNOWN_FOR_MS ? this.#known.ahead : null;
  }
}

const rounded = (ahead: number): number => (Math.abs(ahead) <= RIGHT_WITHIN_MS ? 0 : ahead);

const isSame = (one: number, other: number): boolean =>
  one === 0 || other === 0 ? one === other : Math.abs(one - other) <= RIGHT_WITHIN_MS;

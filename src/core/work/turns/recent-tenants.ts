import type { TurnKey } from './tenant.ts';

/** A tenant that has called within this time is somebody who must be left room. */
const PRESENT_MS = 1_000;

/** Which tenants call at this time. */
export class RecentTenants {
  readonly #now: () => number;
  #newest: TurnKey | undefined;
  #newestAt = Number.NEGATIVE_INFINITY;
  /** When a tenant other than the newest has called last. */
  #otherAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  note(key: TurnKey): void {
    if (key !== this.#newest) {
      this.#otherAt = this.#newestAt;
      this.#newest = key;
    }
    this.#newestAt = this.#now();
  }

  /** Whether a tenant other than this one has called of late. */
  hasOther(key: TurnKey): boolean {
    return this.#now() - (key === this.#newest ? this.#otherAt : this.#newestAt) < PRESENT_MS;
  }
}

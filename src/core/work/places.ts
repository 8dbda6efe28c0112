type Key = number | string;

/** A tenant may have about so many times as many places as are free. */
const TIMES_FREE = 2;

/**
 * Places without a queue: a caller that finds none is refused. How many a tenant may have depends on how many are free (a dynamic
 * threshold, as switches share their buffers): two thirds of all while it is alone, fewer the more tenants hold some, and the last
 * one is for a tenant that has none. A tenant with more than its share gets no other until its work has ended.
 */
export class Places {
  readonly #held = new Map<Key, number>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** How many a tenant has. */
  ofTenant(tenant: Key): number {
    return this.#held.get(tenant) ?? 0;
  }

  /** Answers what gives the place back; undefined if there is none for the tenant. */
  take(tenant: Key): (() => void) | undefined {
    const held = this.ofTenant(tenant);
    if (held + 1 >= TIMES_FREE * this.#free) return undefined;
    this.#free -= 1;
    this.#held.set(tenant, held + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#giveBack(tenant);
    };
  }

  #giveBack(tenant: Key): void {
    this.#free += 1;
    const left = this.ofTenant(tenant) - 1;
    if (left > 0) this.#held.set(tenant, left);
    else this.#held.delete(tenant);
  }
}

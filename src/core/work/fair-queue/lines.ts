type Key = number | string;

/** Whose work it is: tenants take turns, and within a tenant its callers. */
export interface Owner {
  readonly tenant: Key;
  readonly caller: Key;
}

/** What waits, first come first served within a caller. */
export class Lines<T> {
  /** Both in the order in which they are served: the one that was served last comes last. */
  readonly #tenants = new Map<Key, Map<Key, T[]>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  ofTenant(tenant: Key): number {
    let count = 0;
    for (const line of this.#tenants.get(tenant)?.values() ?? []) count += line.length;
    return count;
  }

  ofCaller({ tenant, caller }: Owner): number {
    return this.#tenants.get(tenant)?.get(caller)?.length ?? 0;
  }

  /** The tenant for which the most waits; undefined if nothing does. */
  largest(): Key | undefined {
    let largest: Key | undefined;
    for (const tenant of this.#tenants.keys())
      if (largest === undefined || this.ofTenant(tenant) > this.ofTenant(largest)) largest = tenant;
    return largest;
  }

  add({ tenant, caller }: Owner, item: T): void {
    const callers = this.#tenants.get(tenant) ?? new Map<Key, T[]>();
    const line = callers.get(caller) ?? [];
    line.push(item);
    callers.set(caller, line);
    this.#tenants.set(tenant, callers);
    this.#size += 1;
  }

  /** Takes out the one whose turn it is. */
  next(): T | undefined {
    const [first] = this.#tenants;
    if (!first) return undefined;
    const [tenant, callers] = first;
    const [next] = callers;
    if (!next) return undefined;
    const [caller, line] = next;
    const item = line.shift();
    callers.delete(caller);
    if (line.length > 0) callers.set(caller, line);
    this.#tenants.delete(tenant);
    if (callers.size > 0) this.#tenants.set(tenant, callers);
    this.#size -= 1;
    return item;
  }

  /** Takes out the newest of the caller of this tenant for whom the most waits, if that is more than `moreThan`. */
  dropOf(tenant: Key, moreThan: number): T | undefined {
    const callers = this.#tenants.get(tenant) ?? new Map<Key, T[]>();
    const [longest] = [...callers].sort(([, one], [, other]) => other.length - one.length);
    if (!longest || longest[1].length <= moreThan) return undefined;
    const [caller, line] = longest;
    const item = line.pop();
    if (line.length === 0) callers.delete(caller);
    if (callers.size === 0) this.#tenants.delete(tenant);
    this.#size -= 1;
    return item;
  }
}

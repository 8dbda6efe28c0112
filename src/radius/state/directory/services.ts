import { setImmediate as nextTurn } from 'node:timers/promises';
import { Recent } from '../memory/recent.ts';
import { Service, type ServiceFacts } from './service.ts';
import type { Shared } from './service-octets.ts';
import { ServiceTable } from './service-table.ts';

/** The MAC address of a service's first log-in, and the `macGeneration` that the log-in saw. */
export interface Binding {
  readonly id: number;
  readonly generation: number;
  readonly mac: string;
}

/**
 * Half the number of services that stay objects after their last packet, at most 300 MB in all: decrypting a password takes
 * longer than the rest of a log-in.
 */
const RECENT = 200_000;
const SWEPT_AT_ONCE = 4_096;

/** All services in memory, by ISP and name and by id. A packet makes an object of its service. */
export class Services {
  readonly #table: ServiceTable;
  readonly #recent = new Recent<Service>(RECENT);
  /** Bindings that are not saved yet: rows read meanwhile do not have them. */
  readonly #bindings = new Map<number, Binding>();
  /** Whether all of them have been read once. */
  loaded = false;

  constructor(shared: Shared) {
    this.#table = new ServiceTable(shared);
  }

  get size(): number {
    return this.#table.size;
  }

  /** Octets of memory taken, used or not. */
  get octets(): number {
    return this.#table.octets;
  }

  byId(id: number): Service | undefined {
    const recent = this.#recent.get(id);
    if (recent) return recent;
    const block = this.#table.find(id);
    return block === 0 ? undefined : this.#read(block);
  }

  /** As `byId`, for a caller that looks at all services: the objects in use stay, and no others are kept. */
  peek(id: number): Service | undefined {
    const recent = this.#recent.peek(id);
    if (recent) return recent;
    const block = this.#table.find(id);
    return block === 0 ? undefined : new Service(this.#table.read(block));
  }

  /** `key` is the username in lowercase. */
  byName(ispId: number, key: string): Service | undefined {
    let found: Service | undefined;
    const isNamed = (block: number) => {
      const service = this.#read(block);
      if (service.key === key) found = service;
      return found !== undefined;
    };
    this.#table.findByName({ ispId, key }, isNamed);
    return found;
  }

  /** How many lines of the service may be online at once; 1 while that is unknown. */
  sessionLimitOf(id: number): number {
    const block = this.#table.find(id);
    return block === 0 ? 1 : this.#table.sessionLimitOf(block);
  }

  /** The id of the plan of a service, which need not be read; null: not in memory. */
  planIdOf(id: number): number | null {
    const block = this.#table.find(id);
    return block === 0 ? null : this.#table.planIdOf(block);
  }

  /** Applies the binding to the service and to rows of it read later, until it is saved. */
  bind(binding: Binding): void {
    this.#bindings.set(binding.id, binding);
    const block = this.#table.find(binding.id);
    if (block !== 0) this.put(this.#read(block), this.#table.generationOf(block));
  }

  /** From now on the rows of the database count. */
  bindingSaved(binding: Binding): void {
    if (this.#bindings.get(binding.id) === binding) this.#bindings.delete(binding.id);
  }

  /** `generation` is the number of the reload of all services that reads it, or of the last one. */
  put(facts: ServiceFacts, generation: number): void {
    const { id } = facts;
    const block = this.#table.write(bound(facts, this.#bindings.get(id)), generation);
    const before = this.#recent.get(id);
    if (!before) return;
    this.#recent.delete(id);
    this.#read(block).reuseCredential(before);
  }

  remove(id: number): void {
    const block = this.#table.find(id);
    if (block === 0) return;
    this.#table.remove(block);
    this.#recent.delete(id);
  }

  /** Removes the services that the reload of this number did not find, a part at a time, while packets are answered. */
  async sweep(generation: number): Promise<void> {
    // What is put meanwhile is of this generation.
    for (let bucket = 0; bucket < this.#table.buckets; bucket++) {
      for (const block of this.#table.servicesIn(bucket))
        if (this.#table.generationOf(block) < generation) this.remove(this.#table.idOf(block));
      if (bucket % SWEPT_AT_ONCE === 0) await nextTurn();
    }
  }

  #read(block: number): Service {
    const id = this.#table.idOf(block);
    const recent = this.#recent.get(id);
    if (recent) return recent;
    const service = new Service(this.#table.read(block));
    this.#recent.set(id, service);
    return service;
  }
}

/** A MAC address that was set after the log-in wins. */
function bound(facts: ServiceFacts, binding: Binding | undefined): ServiceFacts {
  if (!binding || facts.mac !== null || facts.macGeneration !== binding.generation) return facts;
  return { ...facts, mac: binding.mac };
}

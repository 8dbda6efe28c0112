import type { Service } from './service.ts';

/** The MAC address of a service's first log-in, and the `macGeneration` that the log-in saw. */
export interface Binding {
  readonly id: number;
  readonly generation: number;
  readonly mac: string;
}

/** All services in memory, by ISP and name and by id. */
export class Services {
  readonly #byId = new Map<number, Service>();
  readonly #byName = new Map<number, Map<string, Service>>();
  /** Bindings that are not saved yet: rows read meanwhile do not have them. */
  readonly #bindings = new Map<number, Binding>();

  get size(): number {
    return this.#byId.size;
  }

  /** 0 without services. */
  get highestId(): number {
    let highest = 0;
    for (const id of this.#byId.keys()) if (id > highest) highest = id;
    return highest;
  }

  byId(id: number): Service | undefined {
    return this.#byId.get(id);
  }

  /** `key` is the username in lowercase. */
  byName(ispId: number, key: string): Service | undefined {
    return this.#byName.get(ispId)?.get(key);
  }

  /** Applies the binding to the service and to rows of it read later, until it is saved. */
  bind(binding: Binding): void {
    this.#bindings.set(binding.id, binding);
    const service = this.#byId.get(binding.id);
    if (service) applyBinding(service, binding);
  }

  /** From now on the rows of the database count. */
  bindingSaved(binding: Binding): void {
    if (this.#bindings.get(binding.id) === binding) this.#bindings.delete(binding.id);
  }

  put(service: Service): void {
    const before = this.#byId.get(service.id);
    const binding = this.#bindings.get(service.id);
    if (binding) applyBinding(service, binding);
    if (before) {
      service.reuseCredential(before);
      if (before.key !== service.key || before.isp !== service.isp) this.#removeName(before);
    }
    this.#byId.set(service.id, service);
    let names = this.#byName.get(service.isp.id);
    if (!names) {
      names = new Map();
      this.#byName.set(service.isp.id, names);
    }
    names.set(service.key, service);
  }

  remove(id: number): void {
    const service = this.#byId.get(id);
    if (!service) return;
    this.#byId.delete(id);
    this.#removeName(service);
  }

  /** Removes the services that the reload of this number did not find. */
  sweep(generation: number): void {
    for (const service of this.#byId.values()) {
      if (service.generation < generation) this.remove(service.id);
    }
  }

  /** Unless the name is another service's by now. */
  #removeName(service: Service): void {
    const names = this.#byName.get(service.isp.id);
    if (names?.get(service.key) === service) names.delete(service.key);
  }
}

/** A MAC address that was set after the log-in wins. */
function applyBinding(service: Service, { generation, mac }: Binding): void {
  if (service.macGeneration === generation) service.mac ??= mac;
}

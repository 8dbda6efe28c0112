import type { Service } from './service.ts';

/** The MAC address of a service's first log-in, and what the log-in saw of the service. */
export interface Binding {
  readonly id: number;
  readonly generation: number;
  readonly mac: string;
}

/** All services in memory, by ISP and name and by id. */
export class Services {
  readonly #byId = new Map<number, Service>();
  readonly #byName = new Map<number, Map<string, Service>>();
  /** MAC addresses that are being bound: what was read before they are in the database does not know them. */
  readonly #bindings = new Map<number, Binding>();

  get size(): number {
    return this.#byId.size;
  }

  byId(id: number): Service | undefined {
    return this.#byId.get(id);
  }

  /** `key` is the username in lowercase. */
  byName(ispId: number, key: string): Service | undefined {
    return this.#byName.get(ispId)?.get(key);
  }

  /** The MAC address is the service's as it was seen, until the database has it or says something else. */
  bind(binding: Binding): void {
    this.#bindings.set(binding.id, binding);
    const service = this.#byId.get(binding.id);
    if (service) applyBinding(service, binding);
  }

  /** The database has been told: what it says holds. */
  bindingSaved(binding: Binding): void {
    if (this.#bindings.get(binding.id) === binding) this.#bindings.delete(binding.id);
  }

  put(service: Service): void {
    const before = this.#byId.get(service.id);
    const binding = this.#bindings.get(service.id);
    if (binding) applyBinding(service, binding);
    if (before) {
      service.reuseCredential(before);
      if (before.key !== service.key || before.isp !== service.isp) this.#forgetName(before);
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
    this.#forgetName(service);
  }

  /** Forgets what a reading of the whole table, which has this number, did not see. */
  sweep(generation: number): void {
    for (const service of this.#byId.values()) {
      if (service.generation < generation) this.remove(service.id);
    }
  }

  /** The name may be another service's by now. */
  #forgetName(service: Service): void {
    const names = this.#byName.get(service.isp.id);
    if (names?.get(service.key) === service) names.delete(service.key);
  }
}

/** Whatever was said since the log-in saw the service wins. */
function applyBinding(service: Service, { generation, mac }: Binding): void {
  if (service.macGeneration === generation) service.mac ??= mac;
}

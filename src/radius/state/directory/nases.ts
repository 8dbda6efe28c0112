import type { Hop } from './hop.ts';
import type { Nas } from './nas.ts';
import { ProxiedNases, type ProxyFacts, RadiusProxy } from './proxy.ts';

/**
 * The NASes and RADIUS proxies in memory. A source address belongs to a NAS that sends its packets itself, or to a proxy; a
 * NAS behind a proxy is found through that proxy and in no other way.
 */
export class Nases {
  readonly #nases = new Map<number, Nas>();
  readonly #proxies = new Map<number, RadiusProxy>();
  /** By the id of their proxy, which may be read later than they. */
  readonly #proxied = new Map<number, ProxiedNases>();
  readonly #hops = new Map<string, Hop>();

  get size(): number {
    return this.#nases.size;
  }

  all(): Iterable<Nas> {
    return this.#nases.values();
  }

  ids(): number[] {
    return [...this.#nases.keys()];
  }

  proxyIds(): number[] {
    return [...this.#proxies.keys()];
  }

  get(id: number): Nas | undefined {
    return this.#nases.get(id);
  }

  proxy(id: number): RadiusProxy | undefined {
    return this.#proxies.get(id);
  }

  /** Who has this source address. */
  hopAt(address: string): Hop | undefined {
    return this.#hops.get(address);
  }

  put(nas: Nas): void {
    this.remove(nas.facts.id);
    this.#nases.set(nas.facts.id, nas);
    const { proxyId, ip } = nas.facts;
    if (proxyId === null) this.#hops.set(ip, nas);
    else this.#proxiedBy(proxyId).add(nas);
  }

  remove(id: number): void {
    const nas = this.#nases.get(id);
    if (!nas) return;
    this.#nases.delete(id);
    const { proxyId, ip } = nas.facts;
    if (proxyId === null) this.#removeHop(ip, nas);
    else this.#proxiedBy(proxyId).remove(nas);
  }

  putProxy(facts: ProxyFacts): void {
    this.removeProxy(facts.id);
    const proxy = new RadiusProxy(facts, this.#proxiedBy(facts.id));
    this.#proxies.set(facts.id, proxy);
    this.#hops.set(facts.ip, proxy);
  }

  removeProxy(id: number): void {
    const proxy = this.#proxies.get(id);
    if (!proxy) return;
    this.#proxies.delete(id);
    this.#removeHop(proxy.facts.ip, proxy);
  }

  #proxiedBy(proxyId: number): ProxiedNases {
    let nases = this.#proxied.get(proxyId);
    if (!nases) {
      nases = new ProxiedNases();
      this.#proxied.set(proxyId, nases);
    }
    return nases;
  }

  /** An address that changed hands may have been given to its new owner before it is taken from the old one. */
  #removeHop(address: string, hop: Hop): void {
    if (this.#hops.get(address) === hop) this.#hops.delete(address);
  }
}

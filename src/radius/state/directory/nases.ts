import type { Hop } from './hop.ts';
import type { Nas } from './nas.ts';
import { ProxiedNases, type ProxyFacts, RadiusProxy } from './proxy.ts';
import { TlsHop } from './tls-hop.ts';

/**
 * The NASes and RADIUS proxies in memory. A source address, or a TLS identity, belongs to a NAS that sends its packets itself, or
 * to a proxy. One with a TLS identity is found by that alone, a NAS behind a proxy through that proxy alone.
 */
export class Nases {
  readonly #nases = new Map<number, Nas>();
  readonly #proxies = new Map<number, RadiusProxy>();
  /** By the id of their proxy, which may be read later than they. */
  readonly #proxied = new Map<number, ProxiedNases>();
  readonly #hops = new Map<string, Hop>();
  readonly #tlsHops = new Map<string, TlsHop>();

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

  /** Who has this TLS identity. */
  hopWith(tlsIdentity: string): TlsHop | undefined {
    return this.#tlsHops.get(tlsIdentity);
  }

  put(nas: Nas): void {
    this.remove(nas.facts.id);
    this.#nases.set(nas.facts.id, nas);
    const { proxyId } = nas.facts;
    if (proxyId === null) this.#putHop(nas);
    else this.#proxiedBy(proxyId).add(nas);
  }

  remove(id: number): void {
    const nas = this.#nases.get(id);
    if (!nas) return;
    this.#nases.delete(id);
    const { proxyId } = nas.facts;
    if (proxyId === null) this.#removeHop(nas);
    else this.#proxiedBy(proxyId).remove(nas);
  }

  putProxy(facts: ProxyFacts): void {
    this.removeProxy(facts.id);
    const proxy = new RadiusProxy(facts, this.#proxiedBy(facts.id));
    this.#proxies.set(facts.id, proxy);
    this.#putHop(proxy);
  }

  removeProxy(id: number): void {
    const proxy = this.#proxies.get(id);
    if (!proxy) return;
    this.#proxies.delete(id);
    this.#removeHop(proxy);
  }

  #proxiedBy(proxyId: number): ProxiedNases {
    let nases = this.#proxied.get(proxyId);
    if (!nases) {
      nases = new ProxiedNases();
      this.#proxied.set(proxyId, nases);
    }
    return nases;
  }

  #putHop(hop: Nas | RadiusProxy): void {
    const { ip, tlsIdentity } = hop.facts;
    if (tlsIdentity === null) this.#hops.set(ip, hop);
    else this.#tlsHops.set(tlsIdentity, new TlsHop(hop));
  }

  /** What changed hands may have been given to its new owner before it is taken from the old one. */
  #removeHop(hop: Nas | RadiusProxy): void {
    const { ip, tlsIdentity } = hop.facts;
    if (tlsIdentity === null) {
      if (this.#hops.get(ip) === hop) this.#hops.delete(ip);
    } else if (this.#tlsHops.get(tlsIdentity)?.of === hop) {
      this.#tlsHops.delete(tlsIdentity);
    }
  }
}

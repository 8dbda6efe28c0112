import { sourceOf } from './handshake-limits.ts';

const MAX_SOURCES = 10_000;

/**
 * Where peers come from that have shown a certificate of a NAS since this node started, or have an address of one. Their
 * handshakes are limited apart from those of strangers, so that these cannot keep them out.
 */
export class KnownPeers {
  /** The one that connected longest ago first. */
  readonly #sources = new Set<string>();
  readonly #hasNas: (address: string) => boolean;

  constructor(hasNas: (address: string) => boolean) {
    this.#hasNas = hasNas;
  }

  add(address: string): void {
    const source = sourceOf(address);
    this.#sources.delete(source);
    this.#sources.add(source);
    const [oldest = source] = this.#sources;
    if (this.#sources.size > MAX_SOURCES) this.#sources.delete(oldest);
  }

  has(address: string): boolean {
    return this.#sources.has(sourceOf(address)) || this.#hasNas(address);
  }
}

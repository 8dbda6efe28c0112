import type { Nas } from '../state/directory/nas.ts';

/** Packets per second of a NAS. */
interface NasRate {
  readonly labels: { readonly nas: string; readonly nas_id: number; readonly isp: number };
  readonly value: number;
}

interface Rates {
  /** Of all packets. */
  readonly packets: readonly NasRate[];
  /** Of those that did not prove the secret of the NAS. */
  readonly dropped: readonly NasRate[];
}

/** Reads within this time get the same rates, so that both metrics, and several readers, see one period. */
const MIN_PERIOD_MS = 10_000;
/** Tenants decide how many NASes there are; so only those with the most packets are shown. */
const MAX_SHOWN = 10;

/** Which NASes send the most packets: their rates since the last read. A packet costs an addition. */
export class NasTraffic {
  readonly #nases: () => Iterable<Nas>;
  #readAt = performance.now();
  #rates: Rates = { packets: [], dropped: [] };

  constructor(nases: () => Iterable<Nas>) {
    this.#nases = nases;
  }

  read(now = performance.now()): Rates {
    const period = now - this.#readAt;
    if (period < MIN_PERIOD_MS) return this.#rates;
    this.#readAt = now;
    const active = [...this.#nases()].filter(({ packets }) => packets > 0);
    const perSecond = (count: (nas: Nas) => number) => highest(active, count, 1000 / period);
    this.#rates = { packets: perSecond((nas) => nas.packets), dropped: perSecond((nas) => nas.dropped) };
    for (const nas of active) {
      nas.packets = 0;
      nas.dropped = 0;
    }
    return this.#rates;
  }
}

function highest(nases: readonly Nas[], count: (nas: Nas) => number, scale: number): NasRate[] {
  return nases
    .filter((nas) => count(nas) > 0)
    .sort((one, other) => count(other) - count(one))
    .slice(0, MAX_SHOWN)
    .map((nas) => {
      const { id, ip, isp } = nas.facts;
      return { labels: { nas: ip, nas_id: id, isp: isp.id }, value: count(nas) * scale };
    });
}

import { isMapped, specialBlockOf } from './ip-address.ts';
import type { Networks } from './networks.ts';
import { LOOPBACK } from './special-purpose.ts';

interface NasAddressSettings {
  /** The operator's networks, which tenants must not reach. */
  readonly forbidden: Networks;
  /** Exceptions, which take precedence. */
  readonly allowed: Networks;
  /** Allow a NAS on this machine, for trials. */
  readonly loopback: boolean;
}

/** Which addresses a tenant may give a NAS. The node sends UDP packets there. */
export class NasAddresses {
  readonly #settings: NasAddressSettings;

  constructor(settings: NasAddressSettings) {
    this.#settings = settings;
  }

  /** Whether the operator names its network (`NAS_ALLOWED_NETWORKS`). */
  isAllowed(ip: string): boolean {
    // A mapped one would be an exception where its IPv4 address is.
    return !isMapped(ip) && this.#settings.allowed.check(ip);
  }

  /** Why a NAS may not have this address; null if it may. */
  refusal(ip: string): string | null {
    const { forbidden, loopback } = this.#settings;
    if (this.isAllowed(ip)) return null;
    const { notNas: what } = specialBlockOf(ip) ?? {};
    if (what !== undefined && !(loopback && what === LOOPBACK)) return `${ip} is ${what}, which no NAS may have`;
    return forbidden.check(ip) ? `${ip} is in a network where this installation allows no NAS` : null;
  }
}

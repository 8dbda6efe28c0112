import { BlockList } from 'node:net';
import type { Networks } from './networks.ts';

/** Addresses that no tenant's NAS can have: they lead to this machine, to many hosts or nowhere (RFC 6890). */
const NEVER = [
  ['a loopback address', '127.0.0.0', 8],
  ['an address of no host', '0.0.0.0', 8],
  ['a link-local address', '169.254.0.0', 16],
  ['a multicast address', '224.0.0.0', 4],
  ['a reserved or broadcast address', '240.0.0.0', 4],
] as const;

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
  readonly #never: readonly (readonly [what: string, networks: Networks])[];

  constructor(settings: NasAddressSettings) {
    this.#settings = settings;
    this.#never = NEVER.filter(([, network]) => !(settings.loopback && network === '127.0.0.0')).map(
      ([what, network, bits]) => {
        const list = new BlockList();
        list.addSubnet(network, bits);
        return [what, list];
      },
    );
  }

  /** Why a NAS may not have this IPv4 address; null if it may. */
  refusal(ip: string): string | null {
    if (this.#settings.allowed.check(ip)) return null;
    const [what] = this.#never.find(([, networks]) => networks.check(ip)) ?? [];
    if (what !== undefined) return `${ip} is ${what}, which no NAS may have`;
    return this.#settings.forbidden.check(ip) ? `${ip} is in a network where this installation allows no NAS` : null;
  }
}

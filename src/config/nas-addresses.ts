import { BlockList, isIPv6 } from 'node:net';
import type { Networks } from './networks.ts';

/**
 * Addresses that no tenant's NAS can have: they lead to this machine, to many hosts or nowhere (RFC 6890), or are IPv4 addresses
 * in disguise.
 */
const NEVER = [
  ['a loopback address', '127.0.0.0', 8],
  ['an address of no host', '0.0.0.0', 8],
  ['a link-local address', '169.254.0.0', 16],
  ['a multicast address', '224.0.0.0', 4],
  ['a reserved or broadcast address', '240.0.0.0', 4],
  ['a loopback address', '::1', 128],
  ['an address of no host', '::', 128],
  ['an IPv4 address, to be given as such', '::ffff:0:0', 96],
  ['an IPv4 address, to be given as such', '64:ff9b::', 96],
  ['a link-local address', 'fe80::', 10],
  ['a multicast address', 'ff00::', 8],
] as const;

const LOOPBACK: readonly string[] = ['127.0.0.0', '::1'];

type Family = 'ipv4' | 'ipv6';
const familyOf = (address: string): Family => (isIPv6(address) ? 'ipv6' : 'ipv4');

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
  readonly #never: readonly (readonly [what: string, networks: Networks, family: Family])[];

  constructor(settings: NasAddressSettings) {
    this.#settings = settings;
    this.#never = NEVER.filter(([, network]) => !(settings.loopback && LOOPBACK.includes(network))).map(
      ([what, network, bits]) => {
        const list = new BlockList();
        const family = familyOf(network);
        list.addSubnet(network, bits, family);
        return [what, list, family];
      },
    );
  }

  /** Why a NAS may not have this address; null if it may. */
  refusal(ip: string): string | null {
    const family = familyOf(ip);
    // A block list takes an IPv4 address for a mapped one, so only those of its own family are asked.
    if (this.#settings.allowed.check(ip, family)) return null;
    const [what] = this.#never.find((never) => never[2] === family && never[1].check(ip, family)) ?? [];
    if (what !== undefined) return `${ip} is ${what}, which no NAS may have`;
    return this.#settings.forbidden.check(ip, family)
      ? `${ip} is in a network where this installation allows no NAS`
      : null;
  }
}

import { isMapped, specialBlockOf } from './ip-address.ts';
import { type Networks, parseNetworks } from './networks.ts';
import { LOOPBACK } from './special-purpose.ts';

/**
 * Where clouds tell a machine its secrets, besides 169.254.169.254: Alibaba, Oracle, Azure ("What is IP address 168.63.129.16?"), AWS
 * ("Instance metadata service") and Google by IPv6. They look like addresses that a NAS could have.
 */
const METADATA = parseNetworks('100.100.100.200, 192.0.0.192, 168.63.129.16, fd00:ec2::254, fd20:ce::254');

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
    if (METADATA?.check(ip)) return `${ip} is the metadata service of a cloud, which no NAS may have`;
    return forbidden.check(ip) ? `${ip} is in a network where this installation allows no NAS` : null;
  }
}

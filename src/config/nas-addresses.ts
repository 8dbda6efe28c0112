import { BlockList } from 'node:net';
import type { Networks } from './networks.ts';

/** Where no NAS of a tenant is: a packet sent there reaches this machine, a whole network, or nobody (RFC 6890). */
const NEVER = [
  ['a loopback address', '127.0.0.0', 8],
  ['an address of no host', '0.0.0.0', 8],
  ['a link-local address', '169.254.0.0', 16],
  ['a multicast address', '224.0.0.0', 4],
  ['a reserved or broadcast address', '240.0.0.0', 4],
] as const;

interface Setting {
  /** Networks of the operator that tenants must not reach. */
  readonly forbidden: Networks;
  /** Exceptions, which win over everything else. */
  readonly allowed: Networks;
  /** Trials have their NAS on this machine. */
  readonly loopback: boolean;
}

/** Which addresses a tenant may name for a NAS, and so have the node send UDP to. */
export class NasAddresses {
  readonly #setting: Setting;
  readonly #never: readonly (readonly [what: string, networks: Networks])[];

  constructor(setting: Setting) {
    this.#setting = setting;
    this.#never = NEVER.filter(([, network]) => !(setting.loopback && network === '127.0.0.0')).map(
      ([what, network, bits]) => {
        const list = new BlockList();
        list.addSubnet(network, bits);
        return [what, list];
      },
    );
  }

  /** Why an IPv4 address is refused; null where it may be that of a NAS. */
  refusal(ip: string): string | null {
    if (this.#setting.allowed.check(ip)) return null;
    const [what] = this.#never.find(([, networks]) => networks.check(ip)) ?? [];
    if (what !== undefined) return `${ip} is ${what}, which no NAS may have`;
    return this.#setting.forbidden.check(ip) ? `${ip} is in a network where this installation allows no NAS` : null;
  }
}

import { BlockList, isIP, isIPv6 } from 'node:net';
import { isMapped, withoutMapping } from './ip-address.ts';

/** A set of addresses and networks. */
export interface Networks {
  /** An IPv4-mapped address is the IPv4 address. */
  check(address: string): boolean;
}

export interface Network {
  readonly address: string;
  readonly version: 4 | 6;
  readonly bits: number;
}

/** Parses comma-separated addresses and networks. Undefined if one of them is invalid. */
export function networksIn(text: string): readonly Network[] | undefined {
  const networks = text.split(',').map((each) => networkIn(each.trim()));
  return networks.every((network) => network !== undefined) ? networks : undefined;
}

function networkIn(item: string): Network | undefined {
  const [address = '', bits, ...more] = item.split('/');
  const version = isIP(address);
  const bitLength = version === 4 ? 32 : 128;
  if (version === 0 || address.includes('%') || more.length > 0 || !isPrefix(bits ?? String(bitLength), bitLength))
    return;
  const length = Number(bits ?? bitLength);
  if (isMapped(address) && length >= MAPPED_BITS)
    return { address: withoutMapping(address), version: 4, bits: length - MAPPED_BITS };
  return { address, version: version === 4 ? 4 : 6, bits: length };
}

/** What comes before the IPv4 address in a mapped one. */
const MAPPED_BITS = 96;

/** The same as a set. */
export function parseNetworks(text: string): Networks | undefined {
  const networks = networksIn(text);
  return networks && new NetworkSet(networks);
}

/** A list for each family: Node's finds IPv4 addresses in IPv6 networks such as `::/64`, as if they were mapped. */
class NetworkSet implements Networks {
  readonly #lists = { ipv4: new BlockList(), ipv6: new BlockList() };

  constructor(networks: readonly Network[]) {
    for (const { address, bits, version } of networks) {
      const family = version === 4 ? 'ipv4' : 'ipv6';
      this.#lists[family].addSubnet(address, bits, family);
    }
  }

  check(address: string): boolean {
    const plain = withoutMapping(address);
    const family = isIPv6(plain) ? 'ipv6' : 'ipv4';
    return this.#lists[family].check(plain, family);
  }
}

export const NO_NETWORKS: Networks = Object.freeze(new NetworkSet([]));

const isPrefix = (bits: string, bitLength: number): boolean => /^\d{1,3}$/.test(bits) && Number(bits) <= bitLength;

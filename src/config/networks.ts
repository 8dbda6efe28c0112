import { BlockList, isIP } from 'node:net';

/** A set of addresses and networks. */
export type Networks = Pick<BlockList, 'check'>;

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
  return { address, version: version === 4 ? 4 : 6, bits: Number(bits ?? bitLength) };
}

/** The same as a set. */
export function parseNetworks(text: string): Networks | undefined {
  const networks = networksIn(text);
  if (networks === undefined) return;
  const list = new BlockList();
  for (const { address, bits, version } of networks) list.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6');
  return list;
}

const isPrefix = (bits: string, bitLength: number): boolean => /^\d{1,3}$/.test(bits) && Number(bits) <= bitLength;

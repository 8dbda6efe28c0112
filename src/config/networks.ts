import { BlockList, isIP } from 'node:net';

/** A set of addresses and networks. */
export type Networks = Pick<BlockList, 'check'>;

/** Parses comma-separated addresses and networks. Undefined if one of them is invalid. */
export function parseNetworks(text: string): Networks | undefined {
  const list = new BlockList();
  for (const item of text.split(',').map((each) => each.trim())) {
    const [address = '', bits, ...more] = item.split('/');
    const version = isIP(address);
    const bitLength = version === 4 ? 32 : 128;
    if (version === 0 || address.includes('%') || more.length > 0 || !isPrefix(bits ?? String(bitLength), bitLength))
      return;
    list.addSubnet(address, Number(bits ?? bitLength), version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

const isPrefix = (bits: string, bitLength: number): boolean => /^\d{1,3}$/.test(bits) && Number(bits) <= bitLength;

import { isIPv6, SocketAddress } from 'node:net';
import { ipv6Octets } from '../../config/ipv6-octets.ts';

const BITS = 128;

/** Sixteen octets as an IPv6 address in its shortest form (RFC 5952). */
export function ipv6Text(octets: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, i) =>
    (((octets[2 * i] ?? 0) << 8) | (octets[2 * i + 1] ?? 0)).toString(16),
  );
  return new SocketAddress({ family: 'ipv6', address: groups.join(':') }).address;
}

/** The first octets of a prefix: its bits, and those up to the next whole octet. */
export interface Ipv6Prefix {
  /** Sixteen; beyond the prefix they are what the text has. */
  readonly octets: Buffer;
  readonly bits: number;
}

/** `2001:db8::/40`, or an address, which is a prefix of 128 bits. Null for any other text. */
export function readIpv6Prefix(text: string): Ipv6Prefix | null {
  const [address = '', length, ...more] = text.split('/');
  if (!isIPv6(address) || address.includes('%') || more.length > 0) return null;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return null;
  const bits = length === undefined ? BITS : Number(length);
  return bits > BITS ? null : { octets: ipv6Octets(address), bits };
}

/** As PostgreSQL writes a network. */
export const ipv6PrefixOf = ({ octets, bits }: Ipv6Prefix): string => `${ipv6Text(octets)}/${bits}`;

/** No bit beyond the prefix is set. */
export function isNetwork({ octets, bits }: Ipv6Prefix): boolean {
  return octets.every((octet, at) => {
    const kept = Math.min(Math.max(bits - 8 * at, 0), 8);
    return (octet & (0xff >> kept)) === 0;
  });
}

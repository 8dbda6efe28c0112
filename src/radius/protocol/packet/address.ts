import { ipv6Text, readIpv6Prefix } from '../../../core/network/ipv6.ts';

/** The four octets at `at` as a dotted IPv4 address. */
export function ipv4Text(octets: Uint8Array, at: number): string {
  return `${octets[at]}.${octets[at + 1]}.${octets[at + 2]}.${octets[at + 3]}`;
}

/**
 * The value of Framed-IPv6-Prefix or Delegated-IPv6-Prefix as `address/length`: a reserved octet, the length in bits,
 * and up to sixteen octets of prefix (RFC 3162 section 2.3). Null for a malformed value.
 */
export function ipv6PrefixText(value: Uint8Array): string | null {
  const bits = value[1] ?? 129;
  if (value.length < 2 || value.length > 18 || bits > 128 || bits > 8 * (value.length - 2)) return null;
  const address = Buffer.alloc(16);
  address.set(value.subarray(2));
  return `${ipv6Text(address)}/${bits}`;
}

/**
 * The reverse of `ipv6PrefixText`, with as many octets as the prefix has. @throws RangeError for any other text
 */
export function ipv6PrefixValue(text: string): Buffer {
  const prefix = readIpv6Prefix(text);
  if (!prefix) throw new RangeError(`Not an IPv6 prefix: ${text}`);
  const { octets, bits } = prefix;
  return Buffer.concat([Buffer.from([0, bits]), octets.subarray(0, Math.ceil(bits / 8))]);
}

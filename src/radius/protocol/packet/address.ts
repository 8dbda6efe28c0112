import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/** The four octets at `at` as a dotted IPv4 address. */
export function ipv4Text(octets: Uint8Array, at: number): string {
  return `${octets[at]}.${octets[at + 1]}.${octets[at + 2]}.${octets[at + 3]}`;
}

/** The dotted IPv4 address as a number. @throws RangeError for any other text */
export function ipv4Number(dotted: string): number {
  if (!isIPv4(dotted)) throw new RangeError(`Not an IPv4 address: ${dotted}`);
  return dotted.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

/** Sixteen octets as an IPv6 address in its shortest form (RFC 5952). */
export function ipv6Text(octets: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, i) =>
    (((octets[2 * i] ?? 0) << 8) | (octets[2 * i + 1] ?? 0)).toString(16),
  );
  return new SocketAddress({ family: 'ipv6', address: groups.join(':') }).address;
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

/** The sixteen octets of an IPv6 address. @throws RangeError for any other text */
export function ipv6Octets(address: string): Buffer {
  if (!isIPv6(address) || address.includes('%')) throw new RangeError(`Not an IPv6 address: ${address}`);
  const hexadecimal = address.replace(/\d+\.\d+\.\d+\.\d+$/, (dotted) => {
    const number = ipv4Number(dotted);
    return `${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`;
  });
  const [first, last] = hexadecimal.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const [before, after] = [first ?? [], last ?? []];
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

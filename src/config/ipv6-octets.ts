import { isIPv4, isIPv6 } from 'node:net';

/** The sixteen octets of an IPv6 address. @throws RangeError for any other text */
export function ipv6Octets(address: string): Buffer {
  if (!isIPv6(address) || address.includes('%')) throw new RangeError(`Not an IPv6 address: ${address}`);
  const hexadecimal = address.replace(/\d+\.\d+\.\d+\.\d+$/, dottedGroups);
  const [first, last] = hexadecimal.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const [before, after] = [first ?? [], last ?? []];
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function dottedGroups(dotted: string): string {
  if (!isIPv4(dotted)) return dotted;
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

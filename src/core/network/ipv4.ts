import { isIPv4 } from 'node:net';

/** The dotted IPv4 address as a number. @throws RangeError for any other text */
export function ipv4Number(dotted: string): number {
  if (!isIPv4(dotted)) throw new RangeError(`Not an IPv4 address: ${dotted}`);
  return dotted.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

/** The reverse. */
export const ipv4Dotted = (number: number): string =>
  [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join('.');

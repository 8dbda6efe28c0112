import { digest } from './md5.ts';

/** Writes the sixteen octets of the last digest to `out`, from `at` on. */
export function writeDigest(out: Uint8Array, at: number): void {
  for (let i = 0; i < 4; i++) {
    const word = digest[i] as number;
    out[at + 4 * i] = word;
    out[at + 4 * i + 1] = word >>> 8;
    out[at + 4 * i + 2] = word >>> 16;
    out[at + 4 * i + 3] = word >>> 24;
  }
}

/** Whether the sixteen octets at `at` are the last digest. Takes constant time, so that a forger learns nothing from it. */
export function isDigest(octets: Uint8Array, at: number): boolean {
  let difference = 0;
  for (let i = 0; i < 16; i++) {
    difference |= (octets[at + i] as number) ^ (((digest[i >> 2] as number) >>> ((i & 3) << 3)) & 0xff);
  }
  return difference === 0;
}

/** Whether both hold the same octets. The time it takes depends only on their lengths. */
export function sameOctets(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (let i = 0; i < one.length; i++) difference |= (one[i] as number) ^ (other[i] ?? 0);
  return difference === 0;
}

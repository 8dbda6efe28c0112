import { RouterFailure } from './failure.ts';

/** Words are far shorter; a script's source is the longest. */
export const MAX_WORD_OCTETS = 65_536;

/** The length of a word and the word ("API", help.mikrotik.com: one to five octets, high bits first). */
export function encodeWord(octets: Uint8Array): Buffer {
  return Buffer.concat([encodeLength(octets.length), octets]);
}

export function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  if (length < 0x4000) return bigEndian(length + 0x8000, 2);
  if (length < 0x20_0000) return bigEndian(length + 0xc0_0000, 3);
  if (length < 0x1000_0000) return bigEndian(length + 0xe000_0000, 4);
  return Buffer.concat([Buffer.of(0xf0), bigEndian(length, 4)]);
}

function bigEndian(value: number, octets: number): Buffer {
  const buffer = Buffer.alloc(octets);
  buffer.writeUIntBE(value, 0, octets);
  return buffer;
}

/** Octets of the length that begins so. @throws RouterFailure: from 0xf8 on they are control octets, which nothing sends */
export function lengthOctets(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc0) return 2;
  if (first < 0xe0) return 3;
  if (first < 0xf0) return 4;
  if (first === 0xf0) return 5;
  throw new RouterFailure('protocol');
}

/** @throws RouterFailure if the word is longer than a word may be */
export function decodeLength(octets: Buffer): number {
  const count = octets.length;
  const length = count === 5 ? octets.readUInt32BE(1) : octets.readUIntBE(0, count) - (MARKS[count] ?? 0);
  if (length > MAX_WORD_OCTETS) throw new RouterFailure('protocol');
  return length;
}

/** The bits that say how many octets the length has. */
const MARKS: Readonly<Record<number, number>> = { 1: 0, 2: 0x8000, 3: 0xc0_0000, 4: 0xe000_0000 };

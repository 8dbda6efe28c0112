import { BOXES, ENTRY, EXIT, KEY_HALVES, PERMUTATION, ROUND_KEY, ROUND_SHIFTS } from './des-tables.ts';

// DES (FIPS 46-3), encryption of one block: all that MS-CHAP needs, and what OpenSSL 3 has put away.

/** Sixteen round keys of eight groups of six bits. */
export type DesKey = Uint8Array;

// For each of the 16 x 48 bits of the round keys, which of the 56 key bits it is: PC-2 of the turned halves of PC-1,
// which counts a parity bit behind every seven key bits.
const KEY_BITS = Uint8Array.from(
  ROUND_SHIFTS.flatMap((_, round) => {
    const turned = ROUND_SHIFTS.slice(0, round + 1).reduce((sum, shift) => sum + shift, 0);
    return ROUND_KEY.map((from) => {
      const half = from > 28 ? 28 : 0;
      const position = KEY_HALVES[half + ((from - 1 - half + turned) % 28)] ?? 0;
      return position - 1 - (position >> 3);
    });
  }),
);

/**
 * Prepares the 56 key bits in seven octets: MS-CHAP cuts its hashes into pieces of seven octets and leaves the parity
 * bits of DES out (RFC 2759 section 8.6).
 */
export function desKey(seven: Uint8Array): DesKey {
  const key = new Uint8Array(128);
  for (let group = 0; group < 128; group++) {
    let six = 0;
    for (let i = 0; i < 6; i++) six = (six << 1) | bitAt(seven, KEY_BITS[6 * group + i] as number);
    key[group] = six;
  }
  return key;
}

function bitAt(octets: Uint8Array, bit: number): number {
  return ((octets[bit >> 3] as number) >> (7 - (bit & 7))) & 1;
}

const halves = new Uint8Array(8);

/** Encrypts the eight octets of `block` into the first eight of `out`. */
export function desEncrypt(key: DesKey, block: Uint8Array, out: Uint8Array): void {
  permute(block, ENTRY, halves);
  let left = wordAt(0);
  let right = wordAt(4);
  for (let round = 0; round < 128; round += 8) {
    const mixed = left ^ substitute(right, key, round);
    left = right;
    right = mixed;
  }
  // The halves leave in exchanged order.
  for (let i = 0; i < 4; i++) {
    halves[i] = right >>> (24 - 8 * i);
    halves[4 + i] = left >>> (24 - 8 * i);
  }
  permute(halves, EXIT, out);
}

/** Brings the 64 bits into the order of the table. */
function permute(block: Uint8Array, table: Uint8Array, out: Uint8Array): void {
  for (let i = 0; i < 8; i++) {
    let octet = 0;
    for (let bit = 8 * i; bit < 8 * i + 8; bit++) octet = (octet << 1) | bitAt(block, table[bit] as number);
    out[i] = octet;
  }
}

function wordAt(at: number): number {
  let word = 0;
  for (let i = at; i < at + 4; i++) word = (word << 8) | (halves[i] as number);
  return word;
}

// The output of each S-box for each of its 64 inputs, carried through the permutation P at once.
const SUBSTITUTES = Int32Array.from({ length: 512 }, (_, i) => {
  const row = ((i & 32) >> 4) | (i & 1);
  const nibble = BOXES[i >> 6]?.[row * 16 + ((i >> 1) & 15)] ?? 0;
  const word = nibble << (28 - 4 * (i >> 6));
  return PERMUTATION.reduce((out, from, to) => out | (((word >>> (32 - from)) & 1) << (31 - to)), 0);
});

/** The function f: box i takes six bits, beginning one bit before its nibble (the expansion E), mixed with the round key. */
function substitute(half: number, key: DesKey, round: number): number {
  let word = 0;
  for (let box = 0; box < 8; box++) {
    const turn = (4 * box + 31) & 31;
    const six = ((half << turn) | (half >>> (32 - turn))) >>> 26;
    word ^= SUBSTITUTES[box * 64 + (six ^ (key[round + box] as number))] as number;
  }
  return word;
}

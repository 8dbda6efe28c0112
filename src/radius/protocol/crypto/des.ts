import { BOXES, ENTRY, EXIT, KEY_HALVES, PERMUTATION, ROUND_KEY, ROUND_SHIFTS } from './des-tables.ts';

// DES (FIPS 46-3), encryption of one block, for MS-CHAP: OpenSSL 3 has it only in its legacy provider. The sixteen round keys
// are pairs of words: the six bits of boxes 0, 2, 4 and 6 in the low ends of four octets, then those of 1, 3, 5 and 7.

const KEY_WORDS = 32;
const roundKeys = new Int32Array(KEY_WORDS);

// The key schedule only moves bits. So the round keys are the OR of what the fourteen nibbles of a key contribute: 32 words
// for each of the sixteen values of each nibble.
const CONTRIBUTIONS = new Int32Array(14 * 16 * KEY_WORDS);

for (const [round] of ROUND_SHIFTS.entries()) {
  const rotated = ROUND_SHIFTS.slice(0, round + 1).reduce((sum, shift) => sum + shift, 0);
  for (const [to, from] of ROUND_KEY.entries()) {
    // PC-2 of the rotated halves of PC-1, which counts a parity bit after every seven key bits.
    const half = from > 28 ? 28 : 0;
    const position = KEY_HALVES[half + ((from - 1 - half + rotated) % 28)] ?? 0;
    const bit = position - 1 - (position >> 3);
    const box = Math.floor(to / 6);
    const word = 2 * round + (box & 1);
    const contribution = 1 << (24 - 8 * (box >> 1) + 5 - (to % 6));
    for (let value = 0; value < 16; value++) {
      if ((value & (8 >> (bit & 3))) === 0) continue;
      const at = ((bit >> 2) * 16 + value) * KEY_WORDS + word;
      CONTRIBUTIONS[at] = (CONTRIBUTIONS[at] as number) | contribution;
    }
  }
}

/**
 * Sets the key until the next call: the 56 bits in the seven octets from `at` on, without the parity bits of DES, as MS-CHAP
 * cuts its hashes (RFC 2759 section 8.6). Computing the round keys is faster than caching them.
 */
export function setDesKey(octets: Uint8Array, at: number): void {
  roundKeys.fill(0);
  for (let i = 0; i < 7; i++) {
    const octet = octets[at + i] as number;
    const high = (2 * i * 16 + (octet >> 4)) * KEY_WORDS;
    const low = ((2 * i + 1) * 16 + (octet & 15)) * KEY_WORDS;
    for (let word = 0; word < KEY_WORDS; word++) {
      roundKeys[word] =
        (roundKeys[word] as number) | (CONTRIBUTIONS[high + word] as number) | (CONTRIBUTIONS[low + word] as number);
    }
  }
}

// The two halves of the block.
let left = 0;
let right = 0;

/** Encrypts the first eight octets of `block` under the key that was set, into the eight octets of `out` from `at` on. */
export function desEncrypt(block: Uint8Array, out: Uint8Array, at: number): void {
  left = wordAt(block, 0);
  right = wordAt(block, 4);
  permute(ENTRY);
  for (let word = 0; word < KEY_WORDS; word += 2) {
    const mixed = left ^ substitute(right, roundKeys[word] as number, roundKeys[word + 1] as number);
    left = right;
    right = mixed;
  }
  // The last round does not swap the halves.
  const last = left;
  left = right;
  right = last;
  permute(EXIT);
  for (let i = 0; i < 4; i++) {
    out[at + i] = left >>> (24 - 8 * i);
    out[at + 4 + i] = right >>> (24 - 8 * i);
  }
}

/** Permutes the 64 bits, octet by octet, by `ENTRY` or `EXIT`. */
function permute(table: Int32Array): void {
  let high = 0;
  let low = 0;
  for (let i = 0; i < 8; i++) {
    const octet = ((i < 4 ? left : right) >>> (24 - 8 * (i & 3))) & 0xff;
    high |= table[2 * (256 * i + octet)] as number;
    low |= table[2 * (256 * i + octet) + 1] as number;
  }
  left = high;
  right = low;
}

function wordAt(octets: Uint8Array, at: number): number {
  let word = 0;
  for (let i = at; i < at + 4; i++) word = (word << 8) | (octets[i] as number);
  return word;
}

// The output of each S-box for each of its 64 inputs, already permuted by P.
const SUBSTITUTES = Int32Array.from({ length: 512 }, (_, i) => {
  const row = ((i & 32) >> 4) | (i & 1);
  const nibble = BOXES[i >> 6]?.[row * 16 + ((i >> 1) & 15)] ?? 0;
  const word = nibble << (28 - 4 * (i >> 6));
  return PERMUTATION.reduce((out, from, to) => out | (((word >>> (32 - from)) & 1) << (31 - to)), 0);
});

/**
 * The function f: box i takes six bits, starting one bit before its nibble (the expansion E), XORed with the round key. In
 * the half rotated by three, the even boxes have theirs in the low bits of the octets; the odd boxes in the half rotated by
 * one the other way.
 */
function substitute(half: number, evenKey: number, oddKey: number): number {
  const even = ((half >>> 3) | (half << 29)) ^ evenKey;
  const odd = ((half << 1) | (half >>> 31)) ^ oddKey;
  return (
    (SUBSTITUTES[(even >>> 24) & 63] as number) |
    (SUBSTITUTES[64 + ((odd >>> 24) & 63)] as number) |
    (SUBSTITUTES[128 + ((even >>> 16) & 63)] as number) |
    (SUBSTITUTES[192 + ((odd >>> 16) & 63)] as number) |
    (SUBSTITUTES[256 + ((even >>> 8) & 63)] as number) |
    (SUBSTITUTES[320 + ((odd >>> 8) & 63)] as number) |
    (SUBSTITUTES[384 + (even & 63)] as number) |
    (SUBSTITUTES[448 + (odd & 63)] as number)
  );
}

// The tables of DES (FIPS 46-3). Positions count bits from 1 at the most significant end, as the standard prints them.

const positions = (list: string) => list.trim().split(/\s+/).map(Number);

/** PC-1: the 56 key bits among the 64 bits of a key with parity, as the halves C and D. */
export const KEY_HALVES = positions(`
  57 49 41 33 25 17  9  1 58 50 42 34 26 18 10  2 59 51 43 35 27 19 11  3 60 52 44 36
  63 55 47 39 31 23 15  7 62 54 46 38 30 22 14  6 61 53 45 37 29 21 13  5 28 20 12  4`);

/** PC-2: the 48 bits of a round key among the 56 of the halves. */
export const ROUND_KEY = positions(`
  14 17 11 24  1  5  3 28 15  6 21 10 23 19 12  4 26  8 16  7 27 20 13  2
  41 52 31 37 47 55 30 40 51 45 33 48 44 49 39 56 34 53 46 42 50 36 29 32`);

/** How far the halves are rotated before each round. */
export const ROUND_SHIFTS = positions('1 1 2 2 2 2 2 2 1 2 2 2 2 2 2 1');

/** P: where each of the 32 bits after the S-boxes comes from. */
export const PERMUTATION = positions(`
  16  7 20 21 29 12 28 17  1 15 23 26  5 18 31 10
   2  8 24 14 32 27  3  9 19 13 30  6 22 11  4 25`);

// IP and its inverse: where each of the 64 bits of the block comes from, counted from 0.
const entry = Uint8Array.from({ length: 64 }, (_, i) => 57 + 2 * (i >> 3) - (i >> 5) * 9 - 8 * (i & 7));
const exit = Uint8Array.from({ length: 64 }, (_, i) => entry.indexOf(i));

/** For each value of each octet of a block, the two words with its bits in their new places. */
export const ENTRY = wordsOf(entry);
export const EXIT = wordsOf(exit);

function wordsOf(permutation: Uint8Array): Int32Array {
  const table = new Int32Array(2 * 8 * 256);
  for (const [to, from] of permutation.entries()) {
    for (let octet = 0; octet < 256; octet++) {
      if ((octet & (128 >> (from & 7))) === 0) continue;
      const at = 2 * (256 * (from >> 3) + octet) + (to >> 5);
      table[at] = (table[at] as number) | (1 << (31 - (to & 31)));
    }
  }
  return table;
}

/** The S-boxes, four rows of sixteen hexadecimal digits each. */
export const BOXES = [
  'e4d12fb83a6c5907 0f74e2d1a6cb9538 41e8d62bfc973a50 fc8249175b3ea06d',
  'f18e6b34972dc05a 3d47f28ec01a69b5 0e7ba4d158c6932f d8a13f42b67c05e9',
  'a09e63f51dc7b428 d709346a285ecbf1 d6498f30b12c5ae7 1ad069874fe3b52c',
  '7de3069a1285bc4f d8b56f03472c1ae9 a690cb7df13e5284 3f06a1d8945bc72e',
  '2c417ab6853fd0e9 eb2c47d150fa3986 421bad78f9c5630e b8c71e2d6f09a453',
  'c1af92680d34e75b af427c9561de0b38 9ef528c3704a1db6 432c95fabe17608d',
  '4b2ef08d3c975a61 d0b7491ae35c2f86 14bdc37eaf680592 6bd814a7950fe23c',
  'd2846fb1a93e50c7 1fd8a374c56b0e92 7b419ce206adf358 21e74a8dfc90356b',
].map((rows) => Array.from(rows.replaceAll(' ', ''), (digit) => Number.parseInt(digit, 16)));

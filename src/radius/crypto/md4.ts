import { padSlate, slate, slateWords } from './slate.ts';

// MD4 (RFC 1320) lives on in MS-CHAP only, and OpenSSL 3 has put it away. It runs once per password, so it is short
// rather than fast.

const SHIFTS = [
  [3, 7, 11, 19],
  [3, 5, 9, 13],
  [3, 9, 11, 15],
] as const;

const CONSTANTS = [0, 0x5a827999, 0x6ed9eba1] as const;

// The third round takes the words in bit-reversed order (RFC 1320 section 3.4).
const THIRD = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15] as const;

/** The MD4 digest of the octets, of which there may be as many as a packet has. */
export function md4(octets: Uint8Array): Buffer {
  slate.set(octets);
  const words = padSlate(octets.length, 0);
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let at = 0; at < words; at += 16) md4Block(state, at);
  const out = Buffer.alloc(16);
  for (const [i, word] of state.entries()) out.writeInt32LE(word | 0, 4 * i);
  return out;
}

function md4Block(state: number[], at: number): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let step = 0; step < 48; step++) {
    const round = step >> 4;
    const sum = a + mix(round, [b, c, d]) + wordOf(step, at) + (CONSTANTS[round] ?? 0);
    const bits = SHIFTS[round]?.[step & 3] ?? 0;
    [a, b, c, d] = [d, (sum << bits) | (sum >>> (32 - bits)), b, c];
  }
  for (const [i, word] of [a, b, c, d].entries()) state[i] = ((state[i] ?? 0) + word) | 0;
}

function mix(round: number, [x, y, z]: readonly [number, number, number]): number {
  if (round === 0) return (x & y) | (~x & z);
  if (round === 1) return (x & y) | (x & z) | (y & z);
  return x ^ y ^ z;
}

/** The word of the block that a step adds: in order, by columns, bit-reversed. */
function wordOf(step: number, at: number): number {
  const i = step & 15;
  const order = [i, ((i & 3) << 2) | (i >> 2), THIRD[i] ?? 0];
  return slateWords[at + (order[step >> 4] ?? 0)] ?? 0;
}

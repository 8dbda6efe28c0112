import { padScratch, scratchWords } from './scratch-buffer.ts';

// MD5 (RFC 1321) in JavaScript: for the few hundred octets of a packet it takes a third of the time of node:crypto, which
// pays for calls into C++ and for two objects per hash.

/** The state before the first block (RFC 1321 section 3.3). */
export const MD5_START = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);

/** The result of the last `md5Scratch` or `hmacScratch`, as four little-endian words. */
export const digest = new Int32Array(4);

/** Hashes the first `length` octets of the scratch buffer into `digest`. The octets after them are overwritten. */
export function md5Scratch(length: number): void {
  digest.set(MD5_START);
  md5Blocks(digest, padScratch(length, 0));
}

/** Mixes the first `count` words of the scratch buffer, a multiple of sixteen, into the state. */
export function md5Blocks(state: Int32Array, count: number): void {
  for (let at = 0; at < count; at += 16) md5Block(state, scratchWords, at);
}

// The table T of RFC 1321 section 3.4, and which word of the block each of the 64 steps takes.
const SINES = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));
const ORDER = Uint8Array.from({ length: 64 }, (_, i) => ([i, 5 * i + 1, 3 * i + 5, 7 * i][i >> 4] ?? 0) & 15);

/** Mixes the sixteen words at `at` into the state: the four rounds of RFC 1321 section 3.4, four steps per iteration. */
export function md5Block(state: Int32Array, words: Int32Array, at: number): void {
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  for (let i = 0; i < 16; i += 4) {
    a = (rotateLeft(a + (d ^ (b & (c ^ d))) + term(words, at, i), 7) + b) | 0;
    d = (rotateLeft(d + (c ^ (a & (b ^ c))) + term(words, at, i + 1), 12) + a) | 0;
    c = (rotateLeft(c + (b ^ (d & (a ^ b))) + term(words, at, i + 2), 17) + d) | 0;
    b = (rotateLeft(b + (a ^ (c & (d ^ a))) + term(words, at, i + 3), 22) + c) | 0;
  }
  for (let i = 16; i < 32; i += 4) {
    a = (rotateLeft(a + (c ^ (d & (b ^ c))) + term(words, at, i), 5) + b) | 0;
    d = (rotateLeft(d + (b ^ (c & (a ^ b))) + term(words, at, i + 1), 9) + a) | 0;
    c = (rotateLeft(c + (a ^ (b & (d ^ a))) + term(words, at, i + 2), 14) + d) | 0;
    b = (rotateLeft(b + (d ^ (a & (c ^ d))) + term(words, at, i + 3), 20) + c) | 0;
  }
  for (let i = 32; i < 48; i += 4) {
    a = (rotateLeft(a + (b ^ c ^ d) + term(words, at, i), 4) + b) | 0;
    d = (rotateLeft(d + (a ^ b ^ c) + term(words, at, i + 1), 11) + a) | 0;
    c = (rotateLeft(c + (d ^ a ^ b) + term(words, at, i + 2), 16) + d) | 0;
    b = (rotateLeft(b + (c ^ d ^ a) + term(words, at, i + 3), 23) + c) | 0;
  }
  for (let i = 48; i < 64; i += 4) {
    a = (rotateLeft(a + (c ^ (b | ~d)) + term(words, at, i), 6) + b) | 0;
    d = (rotateLeft(d + (b ^ (a | ~c)) + term(words, at, i + 1), 10) + a) | 0;
    c = (rotateLeft(c + (a ^ (d | ~b)) + term(words, at, i + 2), 15) + d) | 0;
    b = (rotateLeft(b + (d ^ (c | ~a)) + term(words, at, i + 3), 21) + c) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
}

function rotateLeft(sum: number, bits: number): number {
  return (sum << bits) | (sum >>> (32 - bits));
}

function term(words: Int32Array, at: number, step: number): number {
  return ((words[at + (ORDER[step] as number)] as number) + (SINES[step] as number)) | 0;
}

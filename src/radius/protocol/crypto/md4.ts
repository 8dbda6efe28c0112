import { padScratch, scratch, scratchWords } from './scratch-buffer.ts';

// MD4 (RFC 1320): only MS-CHAP still needs it, and OpenSSL 3 has it only in its legacy provider.

const state = new Int32Array(4);

/** The MD4 digest of at most `MAX_PACKET` octets. */
export function md4(octets: Uint8Array): Buffer {
  scratch.set(octets);
  return md4Scratch(octets.length);
}

/** The MD4 digest of the first `length` octets of the scratch buffer. The octets after them are overwritten. */
export function md4Scratch(length: number): Buffer {
  const words = padScratch(length, 0);
  state[0] = 0x67452301;
  state[1] = 0xefcdab89;
  state[2] = 0x98badcfe;
  state[3] = 0x10325476;
  for (let at = 0; at < words; at += 16) md4Block(at);
  const out = Buffer.allocUnsafe(16);
  for (let i = 0; i < 4; i++) out.writeInt32LE(state[i] as number, 4 * i);
  return out;
}

/** The three rounds of RFC 1320 section 3.4, four steps per iteration: words in order, by columns, bit-reversed. */
function md4Block(at: number): void {
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  for (let i = at; i < at + 16; i += 4) {
    a = rotateLeft(a + (d ^ (b & (c ^ d))) + word(i), 3);
    d = rotateLeft(d + (c ^ (a & (b ^ c))) + word(i + 1), 7);
    c = rotateLeft(c + (b ^ (d & (a ^ b))) + word(i + 2), 11);
    b = rotateLeft(b + (a ^ (c & (d ^ a))) + word(i + 3), 19);
  }
  for (let i = at; i < at + 4; i++) {
    a = rotateLeft(a + ((b & c) | (d & (b | c))) + word(i) + 0x5a827999, 3);
    d = rotateLeft(d + ((a & b) | (c & (a | b))) + word(i + 4) + 0x5a827999, 5);
    c = rotateLeft(c + ((d & a) | (b & (d | a))) + word(i + 8) + 0x5a827999, 9);
    b = rotateLeft(b + ((c & d) | (a & (c | d))) + word(i + 12) + 0x5a827999, 13);
  }
  for (let i = 0; i < 4; i++) {
    const first = at + ((i & 1) << 1) + (i >> 1);
    a = rotateLeft(a + (b ^ c ^ d) + word(first) + 0x6ed9eba1, 3);
    d = rotateLeft(d + (a ^ b ^ c) + word(first + 8) + 0x6ed9eba1, 9);
    c = rotateLeft(c + (d ^ a ^ b) + word(first + 4) + 0x6ed9eba1, 11);
    b = rotateLeft(b + (c ^ d ^ a) + word(first + 12) + 0x6ed9eba1, 15);
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
}

function word(at: number): number {
  return scratchWords[at] as number;
}

function rotateLeft(sum: number, bits: number): number {
  return (sum << bits) | (sum >>> (32 - bits));
}

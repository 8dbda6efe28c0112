import { endianness } from 'node:os';

/** The longest RADIUS packet (RFC 2865 section 3), in octets. */
export const MAX_PACKET = 4096;

/** The longest shared secret or password, in octets; see `SharedSecret` and `Credential`. */
export const MAX_KEY = 1024;

// Room for a packet, a key after it, and the padding of a hash.
const memory = new ArrayBuffer(MAX_PACKET + 2 * MAX_KEY + 128);

/**
 * The message being hashed. The caller writes it here, calls `md5Scratch` or `hmacScratch` with its length, and uses the
 * result before anything awaits. One shared buffer saves allocations and copies for each packet, and lets MD5 read whole
 * words.
 */
export const scratch = Buffer.from(memory);

/** The scratch buffer as the little-endian words that MD5 (RFC 1321) and MD4 (RFC 1320) are defined on. */
export const scratchWords = new Int32Array(memory);

if (endianness() !== 'LE') {
  throw new Error('The RADIUS server reads words as little-endian machines store them; this machine is big-endian');
}

/**
 * Appends the padding of MD5 and MD4 (RFC 1321 section 3.1) to the message of `length` octets in the scratch buffer.
 * `before` is the number of octets hashed earlier. Returns the padded length in 32-bit words, a multiple of 16.
 */
export function padScratch(length: number, before: number): number {
  let at = length;
  scratch[at++] = 0x80;
  while ((at & 3) !== 0) scratch[at++] = 0;
  const words = ((length + 8) >>> 6) * 16 + 16;
  for (let word = at >>> 2; word < words - 2; word++) scratchWords[word] = 0;
  scratchWords[words - 2] = (before + length) << 3;
  scratchWords[words - 1] = 0; // messages here are far below 2^29 octets
  return words;
}

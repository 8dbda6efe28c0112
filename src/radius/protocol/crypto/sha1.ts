import { MAX_PACKET } from './scratch-buffer.ts';

// SHA-1 (RFC 3174), which a log-in by MS-CHAPv2 computes six times over one to three blocks. As with MD5, that takes a third
// of the time of node:crypto, most of which goes into calls to C++ and the objects of a hash.

/** Two challenges and a name, which in EAP may be as long as a packet. */
const MAX_OCTETS = MAX_PACKET + 64;
const message = Buffer.alloc(MAX_OCTETS + 128);
const schedule = new Int32Array(80);
const state = new Int32Array(5);

/** The digest of the concatenated parts, at most {@link MAX_OCTETS} octets. @throws RangeError for more */
export function sha1(...parts: readonly Uint8Array[]): Buffer {
  return sha1Begin(5, ...parts);
}

/** The first `words` words of the digest, four octets each. */
export function sha1Begin(words: number, ...parts: readonly Uint8Array[]): Buffer {
  hash(parts);
  const out = Buffer.allocUnsafe(4 * words);
  for (let i = 0; i < words; i++) out.writeInt32BE(state[i] as number, 4 * i);
  return out;
}

function hash(parts: readonly Uint8Array[]): void {
  let length = 0;
  for (const part of parts) {
    if (length + part.length > MAX_OCTETS) throw new RangeError(`SHA-1 is for ${MAX_OCTETS} octets at most here`);
    message.set(part, length);
    length += part.length;
  }
  const end = pad(length);
  state[0] = 0x67452301;
  state[1] = 0xefcdab89;
  state[2] = 0x98badcfe;
  state[3] = 0x10325476;
  state[4] = 0xc3d2e1f0;
  for (let at = 0; at < end; at += 64) mixBlock(at);
}

/** Appends a one, zeros and the length in bits (RFC 3174 section 4); returns the end of the last block. */
function pad(length: number): number {
  const end = ((length + 8) >> 6) * 64 + 64;
  message.fill(0, length, end);
  message[length] = 0x80;
  message.writeUInt32BE(length * 8, end - 4);
  return end;
}

/**
 * RFC 3174 section 6.1: the four rounds differ in how they mix three words, and in a constant. Four loops without branches
 * take half the time of one with them.
 */
function mixBlock(at: number): void {
  fillSchedule(at);
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  for (let i = 0; i < 20; i++) {
    const next = (rotateLeft(a, 5) + ((d ^ (b & (c ^ d))) + 0x5a827999) + e + (schedule[i] as number)) | 0;
    e = d;
    d = c;
    c = rotateLeft(b, 30);
    b = a;
    a = next;
  }
  for (let i = 20; i < 40; i++) {
    const next = (rotateLeft(a, 5) + ((b ^ c ^ d) + 0x6ed9eba1) + e + (schedule[i] as number)) | 0;
    e = d;
    d = c;
    c = rotateLeft(b, 30);
    b = a;
    a = next;
  }
  for (let i = 40; i < 60; i++) {
    const next = (rotateLeft(a, 5) + (((b & c) | (d & (b | c))) - 0x70e44324) + e + (schedule[i] as number)) | 0;
    e = d;
    d = c;
    c = rotateLeft(b, 30);
    b = a;
    a = next;
  }
  for (let i = 60; i < 80; i++) {
    const next = (rotateLeft(a, 5) + ((b ^ c ^ d) - 0x359d3e2a) + e + (schedule[i] as number)) | 0;
    e = d;
    d = c;
    c = rotateLeft(b, 30);
    b = a;
    a = next;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
}

function fillSchedule(at: number): void {
  for (let i = 0, from = at; i < 16; i++, from += 4) {
    schedule[i] =
      ((message[from] as number) << 24) |
      ((message[from + 1] as number) << 16) |
      ((message[from + 2] as number) << 8) |
      (message[from + 3] as number);
  }
  for (let i = 16; i < 80; i++) {
    const word =
      (schedule[i - 3] as number) ^
      (schedule[i - 8] as number) ^
      (schedule[i - 14] as number) ^
      (schedule[i - 16] as number);
    schedule[i] = (word << 1) | (word >>> 31);
  }
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

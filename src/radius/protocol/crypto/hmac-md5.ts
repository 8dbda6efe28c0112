import { writeDigest } from './digest.ts';
import { digest, MD5_START, md5Block, md5Blocks, md5Scratch } from './md5.ts';
import { padScratch, scratch } from './scratch-buffer.ts';

/** A key of HMAC-MD5 (RFC 2104) with both of its pads already hashed, which saves two blocks per message. */
export interface HmacKey {
  readonly inner: Int32Array;
  readonly outer: Int32Array;
}

/** A key of more than one block is hashed first (RFC 2104 section 2). */
export function hmacKey(key: Uint8Array): HmacKey {
  const block = Buffer.alloc(64);
  if (key.length > 64) {
    scratch.set(key);
    md5Scratch(key.length);
    writeDigest(block, 0);
  } else {
    block.set(key);
  }
  return { inner: padState(block, 0x36), outer: padState(block, 0x5c) };
}

function padState(key: Buffer, pad: number): Int32Array {
  const words = Int32Array.from({ length: 16 }, (_, i) => key.readInt32LE(4 * i) ^ (pad * 0x01010101));
  const state = Int32Array.from(MD5_START);
  md5Block(state, words, 0);
  return state;
}

// The second hash of RFC 2104 covers one block: the first digest, padded. Its length is 64 octets of pad and 16 of digest.
const outerBlock = new Int32Array(16);
outerBlock[4] = 0x80;
outerBlock[14] = (64 + 16) * 8;

/** Authenticates the first `length` octets of the scratch buffer into `digest`. The octets after them are overwritten. */
export function hmacScratch(key: HmacKey, length: number): void {
  digest.set(key.inner);
  md5Blocks(digest, padScratch(length, 64));
  outerBlock.set(digest);
  digest.set(key.outer);
  md5Block(digest, outerBlock, 0);
}

import { writeDigest } from '../crypto/digest.ts';
import { md5Slate } from '../crypto/md5.ts';
import type { SharedSecret } from '../crypto/shared-secret.ts';
import { slate } from '../crypto/slate.ts';
import { Attribute } from '../packet/attribute.ts';
import type { Packet } from '../packet/packet.ts';

/** The cipher of RFC 2865 section 5.2 works on blocks of this many octets. */
const BLOCK = 16;

/** The longest hidden password, in octets (RFC 2865 section 5.2). */
const MAX_HIDDEN = 128;

const pad = Buffer.alloc(BLOCK);

/**
 * The octets of User-Password without the zeros that fill the last block; null when there is none, or when it has not
 * 16, 32 ... 128 octets. Octets that are no UTF-8 are preserved.
 */
export function readUserPassword(packet: Packet, secret: SharedSecret): Buffer | null {
  const hidden = packet.octets(Attribute.UserPassword);
  if (hidden === null || hidden.length === 0 || hidden.length > MAX_HIDDEN || hidden.length % BLOCK !== 0) return null;
  const plain = Buffer.allocUnsafe(hidden.length);
  for (let at = 0; at < hidden.length; at += BLOCK) {
    nextPad(at === 0 ? packet.authenticator : hidden.subarray(at - BLOCK, at), secret);
    for (let i = 0; i < BLOCK; i++) plain[at + i] = (hidden[at + i] as number) ^ (pad[i] as number);
  }
  let length = plain.length;
  while (length > 0 && plain[length - 1] === 0) length--;
  return plain.subarray(0, length);
}

/**
 * Hides octets the same way, filling the last block with zeros. `first` is what the first block is chained to: the
 * request's authenticator, for some attributes with a salt behind it (RFC 2548 section 2.4.2).
 */
export function hide(plain: Uint8Array, first: Uint8Array, secret: SharedSecret): Buffer {
  const hidden = Buffer.alloc(Math.ceil(plain.length / BLOCK) * BLOCK);
  for (let at = 0; at < hidden.length; at += BLOCK) {
    nextPad(at === 0 ? first : hidden.subarray(at - BLOCK, at), secret);
    for (let i = 0; i < BLOCK; i++) hidden[at + i] = (plain[at + i] ?? 0) ^ (pad[i] as number);
  }
  return hidden;
}

/** MD5 of the secret and what went before. */
function nextPad(before: Uint8Array, secret: SharedSecret): void {
  slate.set(secret.octets);
  slate.set(before, secret.octets.length);
  md5Slate(secret.octets.length + before.length);
  writeDigest(pad, 0);
}

import { writeDigest } from '../protocol/crypto/digest.ts';
import { md5Scratch } from '../protocol/crypto/md5.ts';
import { scratch } from '../protocol/crypto/scratch-buffer.ts';
import type { HopSecret, SharedSecret } from '../protocol/crypto/shared-secret.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { AUTHENTICATOR, type Packet } from '../protocol/packet/packet.ts';

/** Block size of the cipher of RFC 2865 section 5.2, in octets. */
const BLOCK = 16;

/** Maximum length of a password, hidden or not, in octets (RFC 2865 section 5.2, RFC 9765 section 5.1.1). */
const MAX_PASSWORD = 128;

const pad = Buffer.alloc(BLOCK);
const plain = Buffer.alloc(MAX_PASSWORD);

/**
 * The octets of User-Password without its padding of zeros, valid until the next call; null when there is none, or its length
 * is not 16, 32 ... 128 octets, with RADIUS/1.1 not 1 to 128. Octets that are not UTF-8 are preserved.
 */
export function readUserPassword(packet: Packet, secret: HopSecret): Buffer | null {
  if (secret === null) return readPlain(packet);
  const at = packet.find(Attribute.UserPassword);
  const start = at + 2;
  const hidden = at === 0 ? 0 : packet.next(at) - start;
  if (hidden === 0 || hidden > MAX_PASSWORD || hidden % BLOCK !== 0) return null;
  const { bytes } = packet;
  for (let block = 0; block < hidden; block += BLOCK) {
    const before = block === 0 ? AUTHENTICATOR : start + block - BLOCK;
    nextPad(secret, bytes, before, before + BLOCK);
    for (let i = 0; i < BLOCK; i++) plain[block + i] = (bytes[start + block + i] as number) ^ (pad[i] as number);
  }
  let length = hidden;
  while (length > 0 && plain[length - 1] === 0) length--;
  return plain.subarray(0, length);
}

function readPlain(packet: Packet): Buffer | null {
  const password = packet.octets(Attribute.UserPassword);
  return password !== null && password.length > 0 && password.length <= MAX_PASSWORD ? password : null;
}

export interface HideInput {
  readonly plain: Uint8Array;
  /** What the first block is chained to: the request's authenticator, followed by a salt in some attributes. */
  readonly first: Uint8Array;
  readonly secret: SharedSecret;
}

/** Hides octets with the same cipher, padded with zeros (RFC 2548 section 2.4), after `ahead` octets of zeros. */
export function hide({ plain, first, secret }: HideInput, ahead = 0): Buffer {
  const hidden = Buffer.alloc(ahead + Math.ceil(plain.length / BLOCK) * BLOCK);
  for (let at = ahead; at < hidden.length; at += BLOCK) {
    if (at === ahead) nextPad(secret, first, 0, first.length);
    else nextPad(secret, hidden, at - BLOCK, at);
    for (let i = 0; i < BLOCK; i++) hidden[at + i] = (plain[at - ahead + i] ?? 0) ^ (pad[i] as number);
  }
  return hidden;
}

/** MD5 of the secret and the octets of `before` from `from` up to `upto`. */
function nextPad(secret: SharedSecret, before: Uint8Array, from: number, upto: number): void {
  scratch.set(secret.octets);
  let length = secret.octets.length;
  for (let at = from; at < upto; at++) scratch[length++] = before[at] as number;
  md5Scratch(length);
  writeDigest(pad, 0);
}

import { randomInt } from 'node:crypto';
import { sha1Begin } from '../protocol/crypto/sha1.ts';
import type { HopSecret } from '../protocol/crypto/shared-secret.ts';
import { VendorId } from '../protocol/packet/attribute.ts';
import type { AttributeWriter } from '../protocol/packet/attribute-writer.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import type { Credential } from './credential.ts';
import { Microsoft } from './microsoft.ts';
import { hide } from './user-password.ts';

// The keys with which a NAS encrypts the subscriber's link (RFC 3079), and the attributes with them (RFC 2548).

/** MS-MPPE-Encryption-Policy: encryption is allowed, not required (RFC 2548 section 2.4.4). */
const ENCRYPTION_ALLOWED = 1;
/** MS-MPPE-Encryption-Types: 40-bit and 128-bit RC4 (RFC 2548 section 2.4.5). */
const RC4_40_OR_128 = 6;

const KEY_LENGTH = 16;
const ZEROS = Buffer.alloc(40);
const F2 = Buffer.alloc(40, 0xf2);
const MASTER = Buffer.from('This is the MPPE Master Key', 'latin1');
const SERVER_RECEIVES = Buffer.from(
  'On the client side, this is the send key; on the server side, it is the receive key.',
  'latin1',
);
const SERVER_SENDS = Buffer.from(
  'On the client side, this is the receive key; on the server side, it is the send key.',
  'latin1',
);

/** What a key is hidden with: the secret of the hop and the authenticator of its request. Without a secret it is sent as it is. */
export interface HidingContext {
  readonly request: Packet;
  readonly secret: HopSecret;
}

/** Sixteen octets each of MS-CHAPv2, 32 of a method with a tunnel. */
export interface MppeKeys {
  readonly send: Buffer;
  readonly receive: Buffer;
}

/** The 128-bit start keys of MS-CHAPv2 as the NAS uses them, the server in RFC 3079 section 3. */
export function mppeKeys(ntHashHash: Uint8Array, ntResponse: Uint8Array): MppeKeys {
  const master = sha1Begin(KEY_LENGTH / 4, ntHashHash, ntResponse, MASTER);
  const start = (side: Uint8Array) => sha1Begin(KEY_LENGTH / 4, master, ZEROS, side, F2);
  return { send: start(SERVER_SENDS), receive: start(SERVER_RECEIVES) };
}

/** Writes MS-MPPE-Send-Key and MS-MPPE-Recv-Key (RFC 2548 section 2.4.2). */
export function writeMppeKeys(writer: AttributeWriter, keys: MppeKeys, context: HidingContext): void {
  const salt = nextSalt();
  writeEncryption(writer);
  writer.vendorOctets(VendorId.Microsoft, Microsoft.MppeRecvKey, salted(keys.receive, salt, context));
  writer.vendorOctets(VendorId.Microsoft, Microsoft.MppeSendKey, salted(keys.send, salt ^ 1, context));
}

/** Writes MS-CHAP-MPPE-Keys for MS-CHAPv1: the LAN Manager key and the hash of the NT hash (RFC 2548 section 2.4.1). */
export function writeV1Keys(writer: AttributeWriter, credential: Credential, context: HidingContext): void {
  const keys = Buffer.concat([credential.lmKey(), credential.ntHashHash]);
  writeEncryption(writer);
  const { request, secret } = context;
  const value = secret === null ? keys : hide({ plain: keys, first: request.authenticator, secret });
  writer.vendorOctets(VendorId.Microsoft, Microsoft.ChapMppeKeys, value);
}

function writeEncryption(writer: AttributeWriter): void {
  writer.vendorInteger(VendorId.Microsoft, Microsoft.MppeEncryptionPolicy, ENCRYPTION_ALLOWED);
  writer.vendorInteger(VendorId.Microsoft, Microsoft.MppeEncryptionTypes, RC4_40_OR_128);
}

const saltedAuthenticator = Buffer.alloc(18);

/**
 * The salt, then the length of the key and the key, hidden with the salt after the request's authenticator. With RADIUS/1.1 the
 * key alone (RFC 9765 section 5.1.4).
 */
function salted(key: Buffer, salt: number, { request, secret }: HidingContext): Buffer {
  if (secret === null) return key;
  saltedAuthenticator.set(request.authenticator);
  saltedAuthenticator[16] = salt >> 8;
  saltedAuthenticator[17] = salt;
  const countedKey = Buffer.concat([Buffer.of(key.length), key]);
  const value = hide({ plain: countedKey, first: saltedAuthenticator, secret }, 2);
  value[0] = salt >> 8;
  value[1] = salt;
  return value;
}

let lastSalt = randomInt(0x4000) << 1;

/** An even salt with the leading bit set. Each packet uses it and the next odd one; consecutive packets differ. */
function nextSalt(): number {
  lastSalt = (lastSalt + 2) & 0x7ffe;
  return lastSalt | 0x8000;
}

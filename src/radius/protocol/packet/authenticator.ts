import { isDigest } from '../crypto/digest.ts';
import { hmacScratch } from '../crypto/hmac-md5.ts';
import { md5Scratch } from '../crypto/md5.ts';
import { scratch } from '../crypto/scratch-buffer.ts';
import type { SharedSecret } from '../crypto/shared-secret.ts';
import { Code } from './code.ts';
import { AUTHENTICATOR, type Packet } from './packet.ts';

/**
 * Whether the Request Authenticator of an Accounting-, Disconnect- or CoA-Request proves the secret: the MD5 of the
 * packet with sixteen zeros in its place, and of the secret (RFC 2866 section 3, RFC 5176 section 2.3).
 */
export function verifyAccountingAuthenticator(packet: Packet, secret: SharedSecret): boolean {
  return isHashed(packet, null, secret);
}

/** Whether the Response Authenticator matches the request with this authenticator (RFC 2865 section 3). */
export function verifyResponseAuthenticator(response: Packet, request: Uint8Array, secret: SharedSecret): boolean {
  return isHashed(response, request, secret);
}

export function hasMessageAuthenticator(packet: Packet): boolean {
  return packet.messageAuthenticatorAt !== 0;
}

/**
 * Whether the Message-Authenticator of the packet proves the secret (RFC 3579 section 3.2); false if there is none, more
 * than one, or one of a wrong length. `request` is the authenticator of the request, for an answer only.
 */
export function verifyMessageAuthenticator(packet: Packet, secret: SharedSecret, request?: Uint8Array): boolean {
  const at = packet.messageAuthenticatorAt;
  if (at <= 0) return false;
  scratch.set(packet.bytes);
  if (request !== undefined) scratch.set(request, AUTHENTICATOR);
  else if (!hasRandomAuthenticator(packet.code)) clearScratch(AUTHENTICATOR);
  clearScratch(at + 2);
  hmacScratch(secret.hmac, packet.bytes.length);
  return isDigest(packet.bytes, at + 2);
}

/**
 * In other requests the authenticator is a hash of the packet including the Message-Authenticator, so it is zero while the
 * latter is computed (RFC 5176 section 3.4).
 */
function hasRandomAuthenticator(code: number): boolean {
  return code === Code.AccessRequest || code === Code.StatusServer;
}

function isHashed(packet: Packet, request: Uint8Array | null, secret: SharedSecret): boolean {
  const { length } = packet.bytes;
  scratch.set(packet.bytes);
  if (request === null) clearScratch(AUTHENTICATOR);
  else scratch.set(request, AUTHENTICATOR);
  scratch.set(secret.octets, length);
  md5Scratch(length + secret.octets.length);
  return isDigest(packet.bytes, AUTHENTICATOR);
}

/** Writes sixteen zeros, the length of either authenticator, to the scratch buffer. */
export function clearScratch(at: number): void {
  for (let i = 0; i < 16; i++) scratch[at + i] = 0;
}

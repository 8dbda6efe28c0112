import { isDigest } from '../crypto/digest.ts';
import { hmacSlate } from '../crypto/hmac-md5.ts';
import { md5Slate } from '../crypto/md5.ts';
import { slate } from '../crypto/scratch-buffer.ts';
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

/** Whether the Response Authenticator answers the request with this authenticator (RFC 2865 section 3). */
export function verifyResponseAuthenticator(response: Packet, request: Uint8Array, secret: SharedSecret): boolean {
  return isHashed(response, request, secret);
}

export function hasMessageAuthenticator(packet: Packet): boolean {
  return packet.messageAuthenticatorAt !== 0;
}

/**
 * Whether the one Message-Authenticator of the packet proves the secret (RFC 3579 section 3.2); false without one, with
 * several or with one of a wrong length. `request` is the authenticator of the request, and is given for an answer only.
 */
export function verifyMessageAuthenticator(packet: Packet, secret: SharedSecret, request?: Uint8Array): boolean {
  const at = packet.messageAuthenticatorAt;
  if (at <= 0) return false;
  slate.set(packet.bytes);
  if (request !== undefined) slate.set(request, AUTHENTICATOR);
  else if (!hasRandomAuthenticator(packet.code)) clearSlate(AUTHENTICATOR);
  clearSlate(at + 2);
  hmacSlate(secret.hmac, packet.bytes.length);
  return isDigest(packet.bytes, at + 2);
}

/**
 * The other requests compute their authenticator from the packet, Message-Authenticator included, so that it is zero
 * while the latter is computed (RFC 5176 section 3.4).
 */
function hasRandomAuthenticator(code: number): boolean {
  return code === Code.AccessRequest || code === Code.StatusServer;
}

function isHashed(packet: Packet, request: Uint8Array | null, secret: SharedSecret): boolean {
  const { length } = packet.bytes;
  slate.set(packet.bytes);
  if (request === null) clearSlate(AUTHENTICATOR);
  else slate.set(request, AUTHENTICATOR);
  slate.set(secret.octets, length);
  md5Slate(length + secret.octets.length);
  return isDigest(packet.bytes, AUTHENTICATOR);
}

/** Puts sixteen zeros on the slate, the length of either authenticator. */
export function clearSlate(at: number): void {
  for (let i = 0; i < 16; i++) slate[at + i] = 0;
}

import { writeDigest } from '../crypto/digest.ts';
import { hmacScratch } from '../crypto/hmac-md5.ts';
import { md5Scratch } from '../crypto/md5.ts';
import { MAX_PACKET, scratch } from '../crypto/scratch-buffer.ts';
import type { HopSecret, SharedSecret } from '../crypto/shared-secret.ts';
import { Attribute } from './attribute.ts';
import { clearScratch } from './authenticator.ts';
import { Code } from './code.ts';
import { AUTHENTICATOR, HEADER, MESSAGE_AUTHENTICATOR_LENGTH, type Packet } from './packet.ts';
import { clearReserved } from './token.ts';

/** The answer to a request. */
export interface Answer {
  readonly code: number;
  /** Encoded attributes (see `AttributeWriter`) that many answers may share. */
  readonly attributes?: Buffer | undefined;
  /** Attributes of this answer alone, such as MS-CHAP2-Success or Reply-Message. */
  readonly own?: Buffer | undefined;
}

/**
 * The datagram that answers the request: Message-Authenticator, the attributes, and the Proxy-States of the request in
 * their order (RFC 2865 section 5.33). With RADIUS/1.1 it has the Token of the request, and is not signed (RFC 9765 sections
 * 4.1 and 5.2). Null when that exceeds a packet, because of many Proxy-States or attributes.
 */
export function encodeAnswer(request: Packet, answer: Answer, secret: HopSecret): Buffer | null {
  scratch.set(request.bytes); // for its identifier and authenticator, which the hashes cover, or its Token
  scratch[0] = answer.code;
  const signed = secret !== null && isSigned(request, answer);
  let length = HEADER;
  if (signed) length += putMessageAuthenticator();
  length += put(answer.attributes, length);
  length += put(answer.own, length);
  length += putProxyStates(request, length);
  if (length > MAX_PACKET) return null;
  scratch[2] = length >> 8;
  scratch[3] = length;
  if (secret === null) clearReserved();
  else sign(length, signed, secret);
  return Buffer.from(scratch.subarray(0, length));
}

/**
 * Answers to an Access-Request always carry a Message-Authenticator, even if the request has none, and before any octets
 * that a forger could choose: the Blast-RADIUS attack (CVE-2024-3596) works on packets without it. An Accounting-Response
 * needs none, except to a Status-Server.
 */
function isSigned(request: Packet, answer: Answer): boolean {
  return answer.code !== Code.AccountingResponse || request.code === Code.StatusServer;
}

function putMessageAuthenticator(): number {
  scratch[HEADER] = Attribute.MessageAuthenticator;
  scratch[HEADER + 1] = MESSAGE_AUTHENTICATOR_LENGTH;
  clearScratch(HEADER + 2);
  return MESSAGE_AUTHENTICATOR_LENGTH;
}

/** Copies the attributes to the scratch buffer if they fit. Returns their length in either case. */
function put(attributes: Buffer | undefined, at: number): number {
  if (attributes === undefined || attributes.length === 0) return 0;
  if (at + attributes.length <= MAX_PACKET) scratch.set(attributes, at);
  return attributes.length;
}

function putProxyStates(request: Packet, start: number): number {
  let length = 0;
  let at = request.find(Attribute.ProxyState);
  while (at !== 0) {
    const end = request.next(at);
    length += put(request.bytes.subarray(at, end), start + length);
    at = request.find(Attribute.ProxyState, end);
  }
  return length;
}

/** The Message-Authenticator first, since the Response Authenticator covers it; both cover the request's authenticator. */
function sign(length: number, signed: boolean, secret: SharedSecret): void {
  if (signed) {
    hmacScratch(secret.hmac, length);
    writeDigest(scratch, HEADER + 2);
  }
  scratch.set(secret.octets, length);
  md5Scratch(length + secret.octets.length);
  writeDigest(scratch, AUTHENTICATOR);
}

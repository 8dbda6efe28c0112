import { writeDigest } from '../crypto/digest.ts';
import { hmacScratch } from '../crypto/hmac-md5.ts';
import { md5Scratch } from '../crypto/md5.ts';
import { MAX_PACKET, scratch } from '../crypto/scratch-buffer.ts';
import type { HopSecret, SharedSecret } from '../crypto/shared-secret.ts';
import { Attribute } from './attribute.ts';
import { clearScratch, verifyMessageAuthenticator, verifyResponseAuthenticator } from './authenticator.ts';
import { Code } from './code.ts';
import { AUTHENTICATOR, HEADER, MESSAGE_AUTHENTICATOR_LENGTH, Packet } from './packet.ts';
import { refusalText } from './refusal-text.ts';
import { putToken, tokenOf } from './token.ts';

/** A Disconnect-Request or CoA-Request (RFC 5176) from the server to a NAS. */
export interface DynamicRequest {
  readonly code: typeof Code.DisconnectRequest | typeof Code.CoaRequest;
  /** 0 to 255; unique among the unanswered requests to this NAS and port. With RADIUS/1.1 the Token, of four octets. */
  readonly identifier: number;
  /** The session, and for a CoA its new access. */
  readonly attributes: Buffer;
  /** For Event-Timestamp, against replays (RFC 5176 section 6.3); a retransmission sends the same octets. */
  readonly at: Date;
}

export interface DynamicAnswer {
  readonly acknowledged: boolean;
  /** Error-Cause (RFC 5176 section 3.5): 503 for a session that the NAS does not know. Null when the NAS sends none. */
  readonly errorCause: number | null;
  /** What a NAK says besides, as people see it. */
  readonly message: string | null;
  readonly packet: Packet;
}

const EVENT_TIMESTAMP_LENGTH = 6;
/** Maximum length of a request's attributes, in octets. */
export const MAX_DYNAMIC_ATTRIBUTES = MAX_PACKET - HEADER - MESSAGE_AUTHENTICATOR_LENGTH - EVENT_TIMESTAMP_LENGTH;

/** The datagram of the request, without a secret in the form of RADIUS/1.1. @throws RangeError when the attributes are too long */
export function encodeDynamicRequest(request: DynamicRequest, secret: HopSecret): Buffer {
  const signature = secret === null ? 0 : MESSAGE_AUTHENTICATOR_LENGTH;
  const first = HEADER + signature + EVENT_TIMESTAMP_LENGTH;
  const length = first + request.attributes.length;
  if (length > MAX_PACKET) throw new RangeError(`A packet has ${MAX_PACKET} octets at most, not ${length}`);
  scratch.set([request.code, secret === null ? 0 : request.identifier, length >> 8, length & 0xff]);
  clearScratch(AUTHENTICATOR);
  scratch.set([Attribute.EventTimestamp, EVENT_TIMESTAMP_LENGTH], HEADER + signature);
  scratch.writeUInt32BE(Math.floor(request.at.getTime() / 1000), first - 4);
  scratch.set(request.attributes, first);
  if (secret === null) putToken(request.identifier);
  else sign(length, secret);
  return Buffer.from(scratch.subarray(0, length));
}

/**
 * The Message-Authenticator, the first attribute, is computed while the authenticator is zero, then the authenticator over
 * everything (RFC 5176 sections 2.3 and 3.4).
 */
function sign(length: number, secret: SharedSecret): void {
  scratch.set([Attribute.MessageAuthenticator, MESSAGE_AUTHENTICATOR_LENGTH], HEADER);
  clearScratch(HEADER + 2);
  hmacScratch(secret.hmac, length);
  writeDigest(scratch, HEADER + 2);
  scratch.set(secret.octets, length);
  md5Scratch(length + secret.octets.length);
  writeDigest(scratch, AUTHENTICATOR);
}

/**
 * Reads the answer to the datagram `request`; null for a datagram that is malformed, has another identifier, Token or code, or
 * is not signed with the secret.
 */
export function readDynamicAnswer(datagram: Buffer, request: Buffer, secret: HopSecret): DynamicAnswer | null {
  const packet = Packet.parse(datagram);
  if (packet === null) return null;
  const acknowledged = packet.code === (request[0] === Code.CoaRequest ? Code.CoaAck : Code.DisconnectAck);
  const refused = packet.code === (request[0] === Code.CoaRequest ? Code.CoaNak : Code.DisconnectNak);
  if (!acknowledged && !refused) return null;
  const isAnswer = secret === null ? tokenOf(packet.bytes) === tokenOf(request) : isSigned(packet, request, secret);
  if (!isAnswer) return null;
  const errorCause = packet.integer(Attribute.ErrorCause);
  return { acknowledged, errorCause, message: acknowledged ? null : refusalText(packet), packet };
}

function isSigned(packet: Packet, request: Buffer, secret: SharedSecret): boolean {
  const authenticator = request.subarray(AUTHENTICATOR, HEADER);
  if (packet.identifier !== request[1] || !verifyResponseAuthenticator(packet, authenticator, secret)) return false;
  return packet.messageAuthenticatorAt === 0 || verifyMessageAuthenticator(packet, secret, authenticator);
}

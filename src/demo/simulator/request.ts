import { randomBytes } from 'node:crypto';
import { hide } from '../../radius/authentication/user-password.ts';
import { writeDigest } from '../../radius/protocol/crypto/digest.ts';
import { hmacScratch } from '../../radius/protocol/crypto/hmac-md5.ts';
import { md5Scratch } from '../../radius/protocol/crypto/md5.ts';
import { scratch } from '../../radius/protocol/crypto/scratch-buffer.ts';
import type { SharedSecret } from '../../radius/protocol/crypto/shared-secret.ts';
import { Attribute } from '../../radius/protocol/packet/attribute.ts';
import type { AttributeWriter } from '../../radius/protocol/packet/attribute-writer.ts';
import { clearScratch } from '../../radius/protocol/packet/authenticator.ts';
import { Code } from '../../radius/protocol/packet/code.ts';
import { AUTHENTICATOR, HEADER, MESSAGE_AUTHENTICATOR_LENGTH } from '../../radius/protocol/packet/packet.ts';

interface Signing {
  /** 0 to 255; unique among the unanswered requests of a socket. */
  readonly identifier: number;
  readonly secret: SharedSecret;
}

/** The datagram of an Access-Request with a User-Password (RFC 2865 section 5.2), signed (RFC 3579 section 3.2). */
export function accessRequest(attributes: AttributeWriter, password: string, { identifier, secret }: Signing): Buffer {
  const authenticator = randomBytes(AUTHENTICATOR_LENGTH);
  attributes.octets(Attribute.UserPassword, hide({ plain: Buffer.from(password), first: authenticator, secret }));
  const length = put(Code.AccessRequest, identifier, MESSAGE_AUTHENTICATOR_LENGTH, attributes.bytes());
  scratch.set(authenticator, AUTHENTICATOR);
  scratch.set([Attribute.MessageAuthenticator, MESSAGE_AUTHENTICATOR_LENGTH], HEADER);
  clearScratch(HEADER + 2);
  hmacScratch(secret.hmac, length);
  writeDigest(scratch, HEADER + 2);
  return Buffer.from(scratch.subarray(0, length));
}

/** The datagram of an Accounting-Request, whose authenticator is its hash (RFC 2866 section 3). */
export function accountingRequest(attributes: AttributeWriter, { identifier, secret }: Signing): Buffer {
  const length = put(Code.AccountingRequest, identifier, 0, attributes.bytes());
  clearScratch(AUTHENTICATOR);
  scratch.set(secret.octets, length);
  md5Scratch(length + secret.octets.length);
  writeDigest(scratch, AUTHENTICATOR);
  return Buffer.from(scratch.subarray(0, length));
}

const AUTHENTICATOR_LENGTH = HEADER - AUTHENTICATOR;

/** Writes the packet to the scratch buffer, with room before its attributes. Returns its length. */
function put(code: number, identifier: number, room: number, attributes: Buffer): number {
  const length = HEADER + room + attributes.length;
  scratch.set([code, identifier, length >> 8, length & 0xff]);
  scratch.set(attributes, HEADER + room);
  return length;
}

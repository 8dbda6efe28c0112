import { randomBytes, randomFillSync } from 'node:crypto';
import { Credential } from '../../../src/radius/authentication/credential.ts';
import { Microsoft } from '../../../src/radius/authentication/microsoft.ts';
import { authenticatorResponse, challengeHash, challengeResponse } from '../../../src/radius/authentication/ms-chap.ts';
import { writeDigest } from '../../../src/radius/protocol/crypto/digest.ts';
import { hmacScratch } from '../../../src/radius/protocol/crypto/hmac-md5.ts';
import { scratch } from '../../../src/radius/protocol/crypto/scratch-buffer.ts';
import { SharedSecret } from '../../../src/radius/protocol/crypto/shared-secret.ts';
import { Attribute, VendorId } from '../../../src/radius/protocol/packet/attribute.ts';
import { AttributeWriter } from '../../../src/radius/protocol/packet/attribute-writer.ts';
import { verifyResponseAuthenticator } from '../../../src/radius/protocol/packet/authenticator.ts';
import { Code } from '../../../src/radius/protocol/packet/code.ts';
import { Packet } from '../../../src/radius/protocol/packet/packet.ts';
import { vendorOctets } from '../../../src/radius/protocol/packet/vendor-attribute.ts';
import { SECRET } from './tools.ts';

const USERS = 50_000;
export const UDP_SECRET = new SharedSecret(SECRET);

interface Template {
  readonly request: Buffer;
  readonly success: Buffer;
}

/** A request, and the MS-CHAP2-Success in the answer of a server that knows the password. */
export interface Prepared extends Template {
  readonly secret: SharedSecret;
}

/** By the first user. */
const templates = new Map<number, Template[]>();

export interface Wanted {
  readonly secret: SharedSecret;
  /** 50,000 users from here on. */
  readonly firstUser: number;
}

/** Requests of every `step`th user from `first` on, with the identifiers 0, 1, 2 … and different authenticators. */
export function preparedRequests(
  { secret, firstUser }: Wanted,
  { first, step, count }: { readonly first: number; readonly step: number; readonly count: number },
): Prepared[] {
  const users = templates.get(firstUser) ?? Array.from({ length: USERS }, (_, at) => templateOf(firstUser + at));
  templates.set(firstUser, users);
  return Array.from({ length: count }, (_, at) => {
    const { request, success } = users[(first + at * step) % USERS] as Template;
    return { request: signed(request, at & 0xff, secret), success, secret };
  });
}

/** Whether it is an Access-Accept of a server that knows both the secret and the password. */
export function isAccepted(datagram: Buffer, { request, success, secret }: Prepared): boolean {
  const answer = Packet.parse(datagram);
  return (
    answer?.code === Code.AccessAccept &&
    verifyResponseAuthenticator(answer, request.subarray(4, 20), secret) &&
    vendorOctets(answer, VendorId.Microsoft, Microsoft.Chap2Success)?.equals(success) === true
  );
}

/** With room for a Message-Authenticator at its end. */
function templateOf(user: number): Template {
  const number = String(user).padStart(6, '0');
  const credential = new Credential(`pass${number}`);
  const userName = Buffer.from(`user${number}`);
  const [authenticatorChallenge, peerChallenge] = [randomBytes(16), randomBytes(16)];
  const unanswered = { authenticatorChallenge, peerChallenge, userName, ntResponse: Buffer.alloc(24) };
  const ntResponse = challengeResponse(challengeHash(unanswered), credential.ntHash);
  const identifier = Buffer.of(user & 0xff);
  const attributes = new AttributeWriter()
    .octets(Attribute.UserName, userName)
    .ipv4(Attribute.NasIpAddress, '127.0.0.1')
    .integer(Attribute.NasPort, user)
    .vendorOctets(VendorId.Microsoft, Microsoft.ChapChallenge, authenticatorChallenge)
    .vendorOctets(
      VendorId.Microsoft,
      Microsoft.Chap2Response,
      Buffer.concat([identifier, Buffer.alloc(1), peerChallenge, Buffer.alloc(8), ntResponse]),
    )
    .octets(Attribute.MessageAuthenticator, Buffer.alloc(16))
    .bytes();
  const request = Buffer.concat([Buffer.alloc(20), attributes]);
  request[0] = Code.AccessRequest;
  request.writeUInt16BE(request.length, 2);
  const proof = authenticatorResponse({ ...unanswered, ntResponse }, credential.ntHashHash);
  return { request, success: Buffer.concat([identifier, Buffer.from(proof, 'latin1')]) };
}

/** A signed copy with its own identifier and authenticator. */
function signed(template: Buffer, identifier: number, secret: SharedSecret): Buffer {
  const request = Buffer.from(template);
  request[1] = identifier;
  randomFillSync(request, 4, 16);
  scratch.set(request);
  hmacScratch(secret.hmac, request.length);
  writeDigest(request, request.length - 16);
  return request;
}

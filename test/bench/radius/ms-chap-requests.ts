import { randomBytes, randomFillSync } from 'node:crypto';
import { Credential } from '../../../src/radius/authentication/credential.ts';
import { Microsoft } from '../../../src/radius/authentication/microsoft.ts';
import { challengeHash, challengeResponse } from '../../../src/radius/authentication/ms-chap.ts';
import { writeDigest } from '../../../src/radius/crypto/digest.ts';
import { hmacSlate } from '../../../src/radius/crypto/hmac-md5.ts';
import { SharedSecret } from '../../../src/radius/crypto/shared-secret.ts';
import { slate } from '../../../src/radius/crypto/slate.ts';
import { Attribute } from '../../../src/radius/packet/attribute.ts';
import { AttributeWriter } from '../../../src/radius/packet/attribute-writer.ts';
import { Code } from '../../../src/radius/packet/code.ts';
import { SECRET } from './tools.ts';

const USERS = 50_000;
const MICROSOFT = 311;
export const secret = new SharedSecret(SECRET);

let prepared: Buffer[] | undefined;

/** A request of each user: all but what `signed` gives it. Made once. */
export function preparedRequests(): readonly Buffer[] {
  prepared ??= Array.from({ length: USERS }, (_, user) => requestOf(user));
  return prepared;
}

/** With room for a Message-Authenticator at its end. */
function requestOf(user: number): Buffer {
  const number = String(user).padStart(6, '0');
  const userName = Buffer.from(`user${number}`);
  const authenticatorChallenge = randomBytes(16);
  const peerChallenge = randomBytes(16);
  const challenge = challengeHash({ authenticatorChallenge, peerChallenge, userName, ntResponse: Buffer.alloc(24) });
  const ntResponse = challengeResponse(challenge, new Credential(`pass${number}`).responseKeys);
  const response = Buffer.concat([Buffer.from([user & 0xff, 0]), peerChallenge, Buffer.alloc(8), ntResponse]);
  const attributes = new AttributeWriter()
    .octets(Attribute.UserName, userName)
    .ipv4(Attribute.NasIpAddress, '127.0.0.1')
    .integer(Attribute.NasPort, user)
    .vendorOctets(MICROSOFT, Microsoft.ChapChallenge, authenticatorChallenge)
    .vendorOctets(MICROSOFT, Microsoft.Chap2Response, response)
    .octets(Attribute.MessageAuthenticator, Buffer.alloc(16))
    .bytes();
  const packet = Buffer.concat([Buffer.alloc(20), attributes]);
  packet[0] = Code.AccessRequest;
  packet.writeUInt16BE(packet.length, 2);
  return packet;
}

/** A copy with an identifier and authenticator of its own, and its signature. */
export function signed(template: Buffer, identifier: number): Buffer {
  const request = Buffer.from(template);
  request[1] = identifier;
  randomFillSync(request, 4, 16);
  slate.set(request);
  hmacSlate(secret.hmac, request.length);
  writeDigest(request, request.length - 16);
  return request;
}

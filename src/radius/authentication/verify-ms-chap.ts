import { sameOctets } from '../protocol/crypto/digest.ts';
import { md4 } from '../protocol/crypto/md4.ts';
import type { HopSecret } from '../protocol/crypto/shared-secret.ts';
import { Attribute, VendorId } from '../protocol/packet/attribute.ts';
import { AttributeWriter } from '../protocol/packet/attribute-writer.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import { vendorOctets } from '../protocol/packet/vendor-attribute.ts';
import type { Credential } from './credential.ts';
import { Microsoft } from './microsoft.ts';
import { mppeKeys, writeMppeKeys, writeV1Keys } from './mppe.ts';
import { authenticatorResponse, challengeHash, challengeResponse, type Exchange } from './ms-chap.ts';

/** MS-CHAP-Response and MS-CHAP2-Response: identifier, flags, then 48 octets (RFC 2548 sections 2.1.3 and 2.3.2). */
const RESPONSE_LENGTH = 50;
const NT_RESPONSE = 26;

/** The attributes of the Access-Accept, or the reason for an Access-Reject. */
export type MsChapResult = Buffer | 'wrong-password' | 'malformed' | 'unsupported';

/** MS-CHAPv1 by its NT response; a LAN Manager response alone is 'unsupported', since it reveals the password. */
export function verifyMsChap(request: Packet, credential: Credential, secret: HopSecret): MsChapResult {
  const challenge = vendorOctets(request, VendorId.Microsoft, Microsoft.ChapChallenge);
  const response = vendorOctets(request, VendorId.Microsoft, Microsoft.ChapResponse);
  if (challenge?.length !== 8 || response?.length !== RESPONSE_LENGTH) return 'malformed';
  if ((response.readUInt8(1) & 1) === 0) return 'unsupported';
  const expected = challengeResponse(challenge, credential.ntHash);
  if (!sameOctets(expected, response.subarray(NT_RESPONSE))) return 'wrong-password';
  const writer = new AttributeWriter();
  writeV1Keys(writer, credential, { request, secret });
  return writer.bytes();
}

/** MS-CHAPv2; its attributes prove to the subscriber that the server knows the password too (RFC 2759 section 5). */
export function verifyMsChap2(request: Packet, credential: Credential, secret: HopSecret): MsChapResult {
  const challenge = vendorOctets(request, VendorId.Microsoft, Microsoft.ChapChallenge);
  const response = vendorOctets(request, VendorId.Microsoft, Microsoft.Chap2Response);
  const userName = request.octets(Attribute.UserName);
  if (challenge?.length !== 16 || response?.length !== RESPONSE_LENGTH || userName === null) return 'malformed';
  const { ntHash } = credential;
  const peerChallenge = response.subarray(2, 18);
  const ntResponse = response.subarray(NT_RESPONSE);
  for (const name of userNameForms(userName)) {
    const exchange: Exchange = { authenticatorChallenge: challenge, peerChallenge, ntResponse, userName: name };
    const hash = challengeHash(exchange);
    if (!sameOctets(challengeResponse(hash, ntHash), ntResponse)) continue;
    const ntHashHash = md4(ntHash);
    const writer = new AttributeWriter();
    const success = Buffer.from(`?${authenticatorResponse(exchange, ntHashHash, hash)}`, 'latin1');
    success[0] = response[0] as number;
    writer.vendorOctets(VendorId.Microsoft, Microsoft.Chap2Success, success);
    writeMppeKeys(writer, mppeKeys(ntHashHash, ntResponse), { request, secret });
    return writer.bytes();
  }
  return 'wrong-password';
}

/** The names that a client may have hashed: without the domain before a backslash (RFC 2759 section 4), and as sent. */
export function userNameForms(userName: Buffer): Buffer[] {
  const domain = userName.lastIndexOf('\\');
  return domain < 0 ? [userName] : [userName.subarray(domain + 1), userName];
}

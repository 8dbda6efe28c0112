import { type EapResponse, eapRequest } from '../../protocol/eap/eap-packet.ts';
import { EapType } from '../../protocol/eap/eap-type.ts';
import { answersChallenge } from '../chap.ts';
import type { Credential } from '../credential.ts';

// EAP-MD5 (RFC 3748 section 5.4): CHAP with the identifier of the EAP packet. The data is one octet of length, the challenge
// or the response to it, and a name without a meaning.

const RESPONSE_LENGTH = 16;

export function md5Request(identifier: number, challenge: Uint8Array): Buffer {
  return eapRequest(identifier, EapType.Md5Challenge, Buffer.concat([Buffer.of(challenge.length), challenge]));
}

/** Whether it is the response to the challenge with this password; null when it is malformed. */
export function verifyMd5(response: EapResponse, challenge: Uint8Array, credential: Credential): boolean | null {
  const { identifier, data } = response;
  if (data.length < 1 + RESPONSE_LENGTH || data[0] !== RESPONSE_LENGTH) return null;
  return answersChallenge(data, 1, { identifier, challenge }, credential);
}

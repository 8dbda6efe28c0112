import { isDigest } from '../protocol/crypto/digest.ts';
import { md5Scratch } from '../protocol/crypto/md5.ts';
import { scratch } from '../protocol/crypto/scratch-buffer.ts';
import type { HopSecret } from '../protocol/crypto/shared-secret.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import type { Credential } from './credential.ts';

/** The identifier and the sixteen octets of the response (RFC 2865 section 5.3). */
const CHAP_PASSWORD_LENGTH = 17;

/** Octets of a CHAP-Challenge (RFC 2865 section 5.40). A shorter one would let one response be repeated. */
const MIN_CHALLENGE = 5;

/**
 * Whether CHAP-Password is the response to the challenge with this password: MD5 of identifier, password and challenge (RFC 1994
 * section 4.1). The challenge is CHAP-Challenge, or else the authenticator of the request (RFC 2865 section 5.40), which RADIUS/1.1
 * does not have (RFC 9765 section 5.1.2). Null when CHAP-Password or the challenge is malformed, or there is none.
 */
export function verifyChap(packet: Packet, credential: Credential, secret: HopSecret): boolean | null {
  const response = packet.octets(Attribute.ChapPassword);
  if (response?.length !== CHAP_PASSWORD_LENGTH) return null;
  const challenge = packet.octets(Attribute.ChapChallenge) ?? (secret === null ? null : packet.authenticator);
  if (challenge === null || challenge.length < MIN_CHALLENGE) return null;
  return answersChallenge(response, 1, { identifier: response[0] as number, challenge }, credential);
}

export interface ChapChallenge {
  readonly identifier: number;
  readonly challenge: Uint8Array;
}

/** Whether the sixteen octets at `at` are the response to the challenge with this password. */
export function answersChallenge(
  octets: Uint8Array,
  at: number,
  { identifier, challenge }: ChapChallenge,
  credential: Credential,
): boolean {
  const { length } = credential.octets;
  scratch[0] = identifier;
  scratch.set(credential.octets, 1);
  scratch.set(challenge, 1 + length);
  md5Scratch(1 + length + challenge.length);
  return isDigest(octets, at);
}

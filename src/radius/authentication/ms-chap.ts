import { desEncrypt, setDesKey } from '../protocol/crypto/des.ts';
import { sha1, sha1Begin } from '../protocol/crypto/sha1.ts';

// The computations of MS-CHAP, versions 1 (RFC 2433) and 2 (RFC 2759).

/** The three DES keys that the hash of a password is cut into, padded with zeros. */
const keys = Buffer.alloc(21);

/** ChallengeResponse: the challenge of eight octets encrypted under each of the three keys, 24 octets (RFC 2759 section 8.5). */
export function challengeResponse(challenge: Uint8Array, ntHash: Uint8Array): Buffer {
  keys.set(ntHash);
  const response = Buffer.allocUnsafe(24);
  for (let i = 0; i < 3; i++) {
    setDesKey(keys, 7 * i);
    desEncrypt(challenge, response, 8 * i);
  }
  return response;
}

/** One exchange of MS-CHAPv2, as the request carries it. */
export interface Exchange {
  /** Sixteen octets from the NAS. */
  readonly authenticatorChallenge: Uint8Array;
  /** Sixteen octets from the subscriber. */
  readonly peerChallenge: Uint8Array;
  /** 24 octets from the subscriber. */
  readonly ntResponse: Uint8Array;
  readonly userName: Uint8Array;
}

/** ChallengeHash: eight octets from both challenges and the name (RFC 2759 section 8.2). */
export function challengeHash(exchange: Exchange): Buffer {
  const { peerChallenge, authenticatorChallenge, userName } = exchange;
  return sha1Begin(2, peerChallenge, authenticatorChallenge, userName);
}

const SIGNING = Buffer.from('Magic server to client signing constant', 'latin1');
const ITERATION = Buffer.from('Pad to make it do more than one iteration', 'latin1');

/** GenerateAuthenticatorResponse: "S=" and forty hexadecimal digits, by which the server proves itself (section 8.7). */
export function authenticatorResponse(
  exchange: Exchange,
  ntHashHash: Uint8Array,
  challenge: Uint8Array = challengeHash(exchange),
): string {
  const signed = sha1(ntHashHash, exchange.ntResponse, SIGNING);
  return `S=${sha1(signed, challenge, ITERATION).toString('hex').toUpperCase()}`;
}

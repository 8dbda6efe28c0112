import { hash } from 'node:crypto';
import { desEncrypt, desKey } from '../crypto/des.ts';

// The computations of MS-CHAP, versions 1 (RFC 2433) and 2 (RFC 2759).

/** SHA-1 of the parts in their order. */
export function sha1(...parts: Uint8Array[]): Buffer {
  return hash('sha1', Buffer.concat(parts), 'buffer');
}

/** ChallengeResponse: 24 octets, the challenge of eight octets under three pieces of the hash (RFC 2759 section 8.5). */
export function challengeResponse(challenge: Uint8Array, ntHash: Uint8Array): Buffer {
  const padded = Buffer.alloc(21);
  padded.set(ntHash);
  const response = Buffer.alloc(24);
  for (let i = 0; i < 3; i++) {
    desEncrypt(desKey(padded.subarray(7 * i, 7 * i + 7)), challenge, response.subarray(8 * i, 8 * i + 8));
  }
  return response;
}

/** One exchange of MS-CHAPv2, as the request reports it. */
export interface Exchange {
  /** Sixteen octets from the NAS. */
  readonly authenticatorChallenge: Uint8Array;
  /** Sixteen octets from the subscriber. */
  readonly peerChallenge: Uint8Array;
  /** 24 octets from the subscriber. */
  readonly ntResponse: Uint8Array;
  readonly userName: Uint8Array;
}

/** ChallengeHash: the eight octets that both challenges and the name come down to (RFC 2759 section 8.2). */
export function challengeHash(exchange: Exchange): Buffer {
  const { peerChallenge, authenticatorChallenge, userName } = exchange;
  return sha1(peerChallenge, authenticatorChallenge, userName).subarray(0, 8);
}

const SIGNING = Buffer.from('Magic server to client signing constant', 'latin1');
const ITERATION = Buffer.from('Pad to make it do more than one iteration', 'latin1');

/** GenerateAuthenticatorResponse: "S=" and forty hexadecimal digits, by which the server proves itself (section 8.7). */
export function authenticatorResponse(exchange: Exchange, ntHashHash: Uint8Array): string {
  const signed = sha1(ntHashHash, exchange.ntResponse, SIGNING);
  return `S=${sha1(signed, challengeHash(exchange), ITERATION).toString('hex').toUpperCase()}`;
}

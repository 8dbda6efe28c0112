import { sameOctets } from '../protocol/crypto/digest.ts';
import type { Credential } from './credential.ts';
import { authenticatorResponse, challengeHash, challengeResponse } from './ms-chap.ts';
import { userNameForms } from './verify-ms-chap.ts';

/** What both sides of MS-CHAPv2 have said. */
interface Said {
  readonly challenge: Uint8Array;
  readonly peerChallenge: Uint8Array;
  readonly ntResponse: Uint8Array;
}

/** The proof that the server knows the password too (`S=…`); null when the response does not prove the password. */
export function proofOfExchange(said: Said, name: Buffer, credential: Credential): string | null {
  const { ntHash } = credential;
  const { challenge: authenticatorChallenge, peerChallenge, ntResponse } = said;
  for (const userName of userNameForms(name)) {
    const exchange = { authenticatorChallenge, peerChallenge, ntResponse, userName };
    if (sameOctets(challengeResponse(challengeHash(exchange), ntHash), ntResponse))
      return authenticatorResponse(exchange, credential.ntHashHash);
  }
  return null;
}

import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { sameOctets } from '../../protocol/crypto/digest.ts';
import type { Credential } from '../credential.ts';

// A conversation of EAP takes several requests. What has to be known between them is not kept here, where whoever opens
// conversations and leaves them would fill the memory: the NAS keeps it, in State (RFC 2865 section 5.24). It holds
// nothing that was not said aloud, and is signed, for one NAS, one User-Name, one password and one minute. The key comes
// from the secrets key, so that every node, and a node that was started again, goes on where another began.
//
// Within that minute a State can be used again, but only by the NAS: subscribers never see it, and requests are signed
// with the secret of the NAS. With that secret a response of CHAP could be repeated for as long as one likes.

/** Which request is to be answered. */
const STAGES = ['ms-chap-v2', 'md5', 'succeeded', 'failed'] as const;

export interface EapState {
  readonly stage: (typeof STAGES)[number];
  /** Of the request that is to be answered. */
  readonly identifier: number;
  /** The challenge; with 'succeeded' the response to it, of which the keys are made. */
  readonly memo: Uint8Array;
}

/** Whom a conversation is with. */
export interface EapParties {
  readonly nasId: number;
  readonly userName: Uint8Array;
  readonly credential: Credential;
}

/** Stage, identifier, four octets of time. */
const HEAD = 6;
const MAC = 16;

/** Devices answer at once; a NAS gives up within half a minute. The clocks of nodes may differ. */
const VALID_S = 60;

export class EapStates {
  readonly #key: KeyObject;

  constructor(secretsKey: Buffer) {
    this.#key = createSecretKey(Buffer.from(hkdfSync('sha256', secretsKey, '', 'lastmile eap state', 32)));
  }

  /** The value of State. `now` in milliseconds. */
  seal({ stage, identifier, memo }: EapState, parties: EapParties, now: number): Buffer {
    const body = Buffer.alloc(HEAD + memo.length);
    body.writeUInt8(STAGES.indexOf(stage), 0);
    body.writeUInt8(identifier, 1);
    body.writeUInt32BE(Math.floor(now / 1000), 2);
    body.set(memo, HEAD);
    return Buffer.concat([body, this.#sign(body, parties)]);
  }

  /** Null for what `seal` has not made for these parties, or not within the last minute. */
  open(value: Buffer | null, parties: EapParties, now: number): EapState | null {
    if (value === null || value.length < HEAD + MAC) return null;
    const body = value.subarray(0, -MAC);
    if (!sameOctets(this.#sign(body, parties), value.subarray(-MAC))) return null;
    if (Math.abs(Math.floor(now / 1000) - body.readUInt32BE(2)) > VALID_S) return null;
    const stage = STAGES[body.readUInt8(0)];
    return stage === undefined ? null : { stage, identifier: body.readUInt8(1), memo: body.subarray(HEAD) };
  }

  #sign(body: Uint8Array, { nasId, userName, credential }: EapParties): Buffer {
    const lengths = Buffer.alloc(5);
    lengths.writeUInt32BE(nasId, 0);
    lengths.writeUInt8(userName.length, 4);
    const hmac = createHmac('sha256', this.#key).update(lengths).update(userName).update(credential.ntHashHash);
    return hmac.update(body).digest().subarray(0, MAC);
  }
}

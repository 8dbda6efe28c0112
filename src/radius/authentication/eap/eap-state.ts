import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import { sameOctets } from '../../protocol/crypto/digest.ts';
import type { Credential } from '../credential.ts';

// The State attribute (RFC 2865 section 5.24) that carries an EAP conversation from one request to the next. The README says
// why it is kept by the NAS. It holds nothing that was not sent in the clear before.

/** The request that the device answers next. */
const STAGES = ['ms-chap-v2', 'md5', 'succeeded', 'failed'] as const;

export interface EapState {
  readonly stage: (typeof STAGES)[number];
  /** Identifier of that request. */
  readonly identifier: number;
  /** The challenge; in stage 'succeeded' the NT response, from which the keys are derived. */
  readonly memo: Uint8Array;
}

/** What a State is signed for. */
export interface EapParties {
  readonly nasId: number;
  readonly userName: Uint8Array;
  readonly credential: Credential;
}

/** Stage, identifier, four octets of Unix time. */
const HEAD = 6;
const MAC = 16;

/** Devices answer at once, and a NAS gives up within half a minute; the rest is for clocks of nodes that differ. */
const VALID_S = 60;

export class EapStates {
  readonly #secretsKeys: SecretsKeys;
  readonly #derived = new WeakMap<Buffer, KeyObject>();

  constructor(secretsKeys: SecretsKeys) {
    this.#secretsKeys = secretsKeys;
  }

  /** The value of State. `now` in milliseconds. */
  seal({ stage, identifier, memo }: EapState, parties: EapParties, now: number): Buffer {
    const body = Buffer.alloc(HEAD + memo.length);
    body.writeUInt8(STAGES.indexOf(stage), 0);
    body.writeUInt8(identifier, 1);
    body.writeUInt32BE(Math.floor(now / 1000), 2);
    body.set(memo, HEAD);
    return Buffer.concat([body, this.#sign(this.#secretsKeys.current, body, parties)]);
  }

  /** Null unless `seal` made the value for these parties within the last minute. */
  open(value: Buffer | null, parties: EapParties, now: number): EapState | null {
    if (value === null || value.length < HEAD + MAC) return null;
    const body = value.subarray(0, -MAC);
    const mac = value.subarray(-MAC);
    if (!this.#secretsKeys.all.some((key) => sameOctets(this.#sign(key, body, parties), mac))) return null;
    if (Math.abs(Math.floor(now / 1000) - body.readUInt32BE(2)) > VALID_S) return null;
    const stage = STAGES[body.readUInt8(0)];
    return stage === undefined ? null : { stage, identifier: body.readUInt8(1), memo: body.subarray(HEAD) };
  }

  #sign(secretsKey: Buffer, body: Uint8Array, { nasId, userName, credential }: EapParties): Buffer {
    const lengths = Buffer.alloc(5);
    lengths.writeUInt32BE(nasId, 0);
    lengths.writeUInt8(userName.length, 4);
    const hmac = createHmac('sha256', this.#keyFrom(secretsKey))
      .update(lengths)
      .update(userName)
      .update(credential.ntHashHash);
    return hmac.update(body).digest().subarray(0, MAC);
  }

  #keyFrom(secretsKey: Buffer): KeyObject {
    let key = this.#derived.get(secretsKey);
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', secretsKey, '', 'lastmile eap state', 32)));
      this.#derived.set(secretsKey, key);
    }
    return key;
  }
}

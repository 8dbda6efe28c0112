import { randomBytes } from 'node:crypto';
import { octetText } from '../../../../core/network/octet-text.ts';
import { eapRequest, readEapResponse } from '../../../protocol/eap/eap-packet.ts';
import { EapType, eapTypeName } from '../../../protocol/eap/eap-type.ts';
import { MsChapFailure } from '../../ms-chap-error.ts';
import type { EapRefusal } from '../eap-server.ts';
import { confirms, failureRequest, msChapV2Request, proofOf, readMsChapV2, successRequest } from '../ms-chap-v2.ts';
import {
  type InnerContext,
  type InnerMethod,
  type InnerStep,
  type InnerUser,
  isNameLength,
  refused,
} from './inner-method.ts';

/** What the device is to answer next. */
type Stage = 'identity' | 'challenge' | 'success' | 'failure' | 'result' | 'result-failure';

const CHALLENGE_LENGTH = 16;
/** Octets of an EAP packet that are left out in the tunnel of PEAP version 0: code, identifier and length. */
const HEAD = 4;
/** Inner packets have no identifier of their own; this one goes into MS-CHAPv2 and the Extensions packet. */
const IDENTIFIER = 1;

/** The Result TLV: mandatory, type 3, two octets (draft-kamath-pppext-peapv0 section 2.3). */
const RESULT = 3;
const TLV_TYPE = 0x3fff;
const SUCCESS = 1;
const FAILURE = 2;

/** Types that are shown of a device that wants others. */
const MAX_WANTED = 8;

const MALFORMED = refused({ reason: 'malformed' });

/** PEAP version 0 (draft-kamath-pppext-peapv0) with EAP-MSCHAPv2 in the tunnel, then the result of both ends. */
export class Peap implements InnerMethod {
  readonly #challenge = randomBytes(CHALLENGE_LENGTH);
  #stage: Stage = 'identity';
  #name: Buffer = Buffer.alloc(0);
  #user: InnerUser | null = null;

  begin(): InnerStep {
    return { kind: 'say', plain: Buffer.of(EapType.Identity) };
  }

  /** Every step of the device carries something. */
  acknowledged(): InnerStep {
    return MALFORMED;
  }

  receive(plain: Buffer, context: InnerContext): InnerStep | Promise<InnerStep> {
    switch (this.#stage) {
      case 'identity':
        return this.#identify(plain, context);
      case 'challenge':
        return this.#verify(plain);
      case 'success':
        if (plain[0] !== EapType.MsChapV2 || !confirms(plain.subarray(1)))
          return this.#refused({ reason: 'unconfirmed' });
        return this.#result('result', SUCCESS);
      case 'failure':
        return this.#result('result-failure', FAILURE);
      case 'result':
        return this.#end(plain);
      case 'result-failure':
        return { kind: 'refused', refusal: null };
    }
  }

  async #identify(plain: Buffer, context: InnerContext): Promise<InnerStep> {
    if (plain[0] !== EapType.Identity || !isNameLength(plain.length - 1)) return MALFORMED;
    this.#name = Buffer.from(plain.subarray(1));
    this.#user = await context.find(this.#text);
    return this.#say('challenge', msChapV2Request(IDENTIFIER, this.#challenge));
  }

  #verify(plain: Buffer): InnerStep {
    if (plain[0] === EapType.Nak) {
      const wanted = [...plain.subarray(1, 1 + MAX_WANTED)].filter((type) => type !== 0).map(eapTypeName);
      return this.#refused({ reason: 'unsupported', wanted: `${wanted.join(', ')} within PEAP` });
    }
    const answer = plain[0] === EapType.MsChapV2 ? readMsChapV2(plain.subarray(1)) : null;
    const user = this.#user;
    if (answer === null || user === null) return this.#refused({ reason: 'malformed' });
    const fail = (refusal: EapRefusal, failure: MsChapFailure, message: string): InnerStep => ({
      ...this.#say('failure', failureRequest(IDENTIFIER, answer.msIdentifier, { failure, message })),
      refusal: { refusal, name: this.#text },
    });
    const proof = proofOf(answer, this.#challenge, user.credential);
    if (proof === null || !user.known)
      return fail({ reason: 'wrong-password' }, MsChapFailure.AuthenticationFailure, 'Access denied');
    const denial = user.denial();
    if (denial !== null) return fail({ reason: 'denied', denial }, MsChapFailure.AccountDisabled, denial);
    return this.#say('success', successRequest(IDENTIFIER, answer.msIdentifier, proof));
  }

  /** Extensions packets have their header, unlike the others. */
  #result(stage: Stage, result: number): InnerStep {
    this.#stage = stage;
    return { kind: 'say', plain: eapRequest(IDENTIFIER, EapType.Extensions, Buffer.of(0x80, RESULT, 0, 2, 0, result)) };
  }

  #end(plain: Buffer): InnerStep {
    const response = readEapResponse(plain);
    if (response?.type !== EapType.Extensions || resultIn(response.data) !== SUCCESS)
      return this.#refused({ reason: 'unconfirmed' });
    return { kind: 'accepted', method: 'PEAP-MSCHAPv2', name: this.#text };
  }

  #say(stage: Stage, request: Buffer): Extract<InnerStep, { kind: 'say' }> {
    this.#stage = stage;
    return { kind: 'say', plain: request.subarray(HEAD) };
  }

  #refused(refusal: EapRefusal): InnerStep {
    return refused(refusal, this.#text === '' ? null : this.#text);
  }

  get #text(): string {
    return octetText(this.#name, 0, this.#name.length);
  }
}

/** The Result TLV among others; null when there is none, or they are malformed. */
function resultIn(tlvs: Buffer): number | null {
  for (let at = 0; at + 4 <= tlvs.length; at += 4 + tlvs.readUInt16BE(at + 2)) {
    const [type, length] = [tlvs.readUInt16BE(at) & TLV_TYPE, tlvs.readUInt16BE(at + 2)];
    if (type === RESULT) return length === 2 && at + 6 <= tlvs.length ? tlvs.readUInt16BE(at + 4) : null;
  }
  return null;
}

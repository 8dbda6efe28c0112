import { hkdfSync, randomBytes, randomInt } from 'node:crypto';
import type { SharedSecret } from '../../protocol/crypto/shared-secret.ts';
import {
  type EapResponse,
  eapAttributes,
  eapMessageOf,
  eapRequest,
  eapSuccess,
  readEapResponse,
} from '../../protocol/eap/eap-packet.ts';
import { type EapMethod, EapType, eapTypeName } from '../../protocol/eap/eap-type.ts';
import { Attribute } from '../../protocol/packet/attribute.ts';
import type { Packet } from '../../protocol/packet/packet.ts';
import { Credential } from '../credential.ts';
import { mppeKeys, writeMppeKeys } from '../mppe.ts';
import { MsChapFailure } from '../ms-chap-error.ts';
import { type EapState, EapStates } from './eap-state.ts';
import { md5Request, verifyMd5 } from './md5-challenge.ts';
import { confirms, failureRequest, msChapV2Request, proofOf, readMsChapV2, successRequest } from './ms-chap-v2.ts';

/** A request of a conversation. */
export interface EapInput {
  readonly packet: Packet;
  readonly nas: { readonly id: number; readonly secret: SharedSecret };
  /** The subscriber's; `nobody` where there is no such subscriber, which only the end of the conversation shows. */
  readonly credential: Credential;
  /** Milliseconds. */
  readonly at: number;
  /** What the rules have against the subscriber, whose password is right; null for nothing. */
  readonly denial: () => string | null;
}

export type EapStep =
  /** Access-Challenge. `refusal` says what it has come to already: the rest is courtesy towards the device. */
  | { readonly kind: 'challenge'; readonly attributes: Buffer; readonly refusal: EapRefusal | null }
  | { readonly kind: 'accept'; readonly method: EapMethod; readonly replyAttributes: Buffer }
  /** Access-Reject; without a refusal where that was told before. */
  | { readonly kind: 'reject'; readonly refusal: EapRefusal | null };

export type EapRefusal =
  | { readonly reason: 'wrong-password' | 'malformed' | 'unknown-conversation' | 'unconfirmed' }
  | { readonly reason: 'unsupported'; readonly wanted: string }
  | { readonly reason: 'denied'; readonly denial: string };

const CHALLENGE_LENGTH = 16;

/**
 * Leads conversations of EAP, one step for each request, and remembers none (see `EapStates`). EAP-MSCHAPv2 is offered,
 * and EAP-MD5 to a device that asks for it: it gives the password away to guessing as CHAP does, which is served too.
 */
export class EapServer {
  /** A password that no device has. */
  readonly decoy: Credential;
  readonly #states: EapStates;

  constructor(secretsKey: Buffer) {
    this.#states = new EapStates(secretsKey);
    this.decoy = new Credential(
      Buffer.from(hkdfSync('sha256', secretsKey, '', 'lastmile eap nobody', 32)).toString('hex'),
    );
  }

  /** The attributes of the answer to an EAP-Start: who is it? Null for a request that is none (RFC 3579 section 2.1). */
  identityRequest(packet: Packet): Buffer | null {
    if (packet.octets(Attribute.EapMessage)?.length !== 0 || eapMessageOf(packet).length > 0) return null;
    return eapAttributes(eapRequest(randomInt(256), EapType.Identity, Buffer.alloc(0))).bytes();
  }

  next(input: EapInput): EapStep {
    const response = readEapResponse(eapMessageOf(input.packet));
    if (response === null) return rejected({ reason: 'malformed' });
    if (response.type === EapType.Identity) return this.#offer('ms-chap-v2', response, input);
    const state = this.#states.open(input.packet.octets(Attribute.State), partiesOf(input), input.at);
    if (state?.identifier !== response.identifier) return rejected({ reason: 'unknown-conversation' });
    if (state.stage === 'failed') return rejected(null);
    if (response.type === EapType.Nak && state.stage !== 'succeeded') return this.#offerOther(state, response, input);
    if (response.type !== (state.stage === 'md5' ? EapType.Md5Challenge : EapType.MsChapV2)) {
      return rejected({ reason: 'malformed' });
    }
    if (state.stage === 'md5') return endOfMd5(state, response, input);
    return state.stage === 'succeeded'
      ? endOfMsChapV2(state, response, input)
      : this.#verifyMsChapV2(state, response, input);
  }

  #offer(stage: 'ms-chap-v2' | 'md5', { identifier }: EapResponse, input: EapInput): EapStep {
    const challenge = randomBytes(CHALLENGE_LENGTH);
    const request = stage === 'md5' ? md5Request : msChapV2Request;
    const next = following(identifier);
    return this.#challenge(request(next, challenge), { stage, identifier: next, memo: challenge }, input);
  }

  /** The device wants another method (RFC 3748 section 5.3.1). What is offered second is not exchanged once more. */
  #offerOther(state: EapState, response: EapResponse, input: EapInput): EapStep {
    if (state.stage === 'ms-chap-v2' && response.data.includes(EapType.Md5Challenge)) {
      return this.#offer('md5', response, input);
    }
    const wanted = [...response.data].filter((type) => type !== 0).map(eapTypeName);
    return rejected({ reason: 'unsupported', wanted: wanted.join(', ') });
  }

  /** The device has answered the challenge of MS-CHAPv2. Either way it is told, and has to say that it has heard. */
  #verifyMsChapV2(state: EapState, { identifier, data }: EapResponse, input: EapInput): EapStep {
    const answer = readMsChapV2(data);
    if (answer === null) return rejected({ reason: 'malformed' });
    const next = following(identifier);
    const { msIdentifier, ntResponse } = answer;
    const fail = (refusal: EapRefusal, failure: MsChapFailure, message: string) => {
      const request = failureRequest(next, msIdentifier, { failure, message });
      return this.#challenge(request, { stage: 'failed', identifier: next, memo: Buffer.alloc(0) }, input, refusal);
    };
    const proof = proofOf(answer, state.memo, input.credential);
    if (proof === null) return fail({ reason: 'wrong-password' }, MsChapFailure.AuthenticationFailure, 'Access denied');
    const denial = input.denial();
    if (denial !== null) return fail({ reason: 'denied', denial }, MsChapFailure.AccountDisabled, denial);
    const request = successRequest(next, msIdentifier, proof);
    return this.#challenge(request, { stage: 'succeeded', identifier: next, memo: ntResponse }, input);
  }

  #challenge(message: Buffer, state: EapState, input: EapInput, refusal: EapRefusal | null = null): EapStep {
    const sealed = this.#states.seal(state, partiesOf(input), input.at);
    const attributes = eapAttributes(message).octets(Attribute.State, sealed).bytes();
    return { kind: 'challenge', attributes, refusal };
  }
}

function endOfMd5({ memo }: EapState, response: EapResponse, { credential }: EapInput): EapStep {
  const verified = verifyMd5(response, memo, credential);
  if (verified === null) return rejected({ reason: 'malformed' });
  if (!verified) return rejected({ reason: 'wrong-password' });
  return { kind: 'accept', method: 'EAP-MD5', replyAttributes: eapAttributes(eapSuccess(response.identifier)).bytes() };
}

/** Only now the server is proven as well, and the keys of the link are handed out. */
function endOfMsChapV2({ memo }: EapState, { identifier, data }: EapResponse, input: EapInput): EapStep {
  if (!confirms(data)) return rejected({ reason: 'unconfirmed' });
  const { packet: request, nas, credential } = input;
  const writer = eapAttributes(eapSuccess(identifier));
  writeMppeKeys(writer, mppeKeys(credential.ntHashHash, memo), { request, secret: nas.secret });
  return { kind: 'accept', method: 'EAP-MSCHAPv2', replyAttributes: writer.bytes() };
}

function rejected(refusal: EapRefusal | null): EapStep {
  return { kind: 'reject', refusal };
}

function partiesOf({ packet, nas, credential }: EapInput) {
  return { nasId: nas.id, userName: packet.octets(Attribute.UserName) ?? Buffer.alloc(0), credential };
}

/** A request never has the identifier of the one before it (RFC 3748 section 4.1). */
function following(identifier: number): number {
  return (identifier + 1) & 0xff;
}

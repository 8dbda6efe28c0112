import { hkdfSync, randomBytes, randomInt } from 'node:crypto';
import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import type { HopSecret } from '../../protocol/crypto/shared-secret.ts';
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

/** A request in a conversation. */
export interface EapInput {
  readonly packet: Packet;
  readonly nasId: number;
  /** Of the hop that the answer goes to. */
  readonly secret: HopSecret;
  /** The subscriber's; `dummyCredential` for an unknown one, so that only the end of the conversation differs. */
  readonly credential: Credential;
  /** Time of arrival in milliseconds. */
  readonly at: number;
  /** Why the rules deny access although the password is right; null when they do not. */
  readonly denial: () => string | null;
}

export type EapStep =
  /** Access-Challenge. A `refusal` is the outcome already; the challenge only tells the device in its method's terms. */
  | { readonly kind: 'challenge'; readonly attributes: Buffer; readonly refusal: EapRefusal | null }
  | { readonly kind: 'accept'; readonly method: EapMethod; readonly replyAttributes: Buffer }
  /** The device wants this method (EAP type), whose conversation is kept elsewhere. */
  | { readonly kind: 'tunnel'; readonly type: number; readonly identifier: number }
  /** Access-Reject. `refusal` is null when an earlier step has reported it. */
  | { readonly kind: 'reject'; readonly refusal: EapRefusal | null };

export type EapRefusal =
  | { readonly reason: 'wrong-password' | 'malformed' | 'unknown-conversation' | 'unconfirmed' }
  | { readonly reason: 'unsupported'; readonly wanted: string }
  /** The TLS connection failed, or the certificate of the device is not accepted. `problem` for the staff. */
  | { readonly reason: 'tls'; readonly problem: string }
  | { readonly reason: 'denied'; readonly denial: string };

const CHALLENGE_LENGTH = 16;

/**
 * Conducts EAP conversations, one step per request, without keeping any state (see `EapStates`). Offers EAP-MSCHAPv2, and
 * EAP-MD5 to a device that asks for it: it allows password guessing as CHAP does, which is supported too.
 */
export class EapServer {
  /** A password that no device has, for conversations with unknown subscribers. */
  readonly dummyCredential: Credential;
  readonly #states: EapStates;

  readonly #tunnels: readonly number[];

  /** `tunnels`: the types of the methods with TLS that are configured. */
  constructor(secretsKeys: SecretsKeys, tunnels: readonly number[] = []) {
    this.#tunnels = tunnels;
    this.#states = new EapStates(secretsKeys);
    this.dummyCredential = new Credential(
      Buffer.from(hkdfSync('sha256', secretsKeys.current, '', 'lastmile eap nobody', 32)).toString('hex'),
    );
  }

  /** The answer to an EAP-Start, an Identity request; null for any other request (RFC 3579 section 2.1). */
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
    const next = nextIdentifier(identifier);
    return this.#challenge(request(next, challenge), { stage, identifier: next, memo: challenge }, input);
  }

  /** The device wants one of these methods (RFC 3748 section 5.3.1). Only EAP-MSCHAPv2, the first offer, is replaced. */
  #offerOther(state: EapState, response: EapResponse, input: EapInput): EapStep {
    const known = state.stage === 'ms-chap-v2' ? [EapType.Md5Challenge, ...this.#tunnels] : [];
    const type = response.data.find((each) => known.includes(each));
    if (type === EapType.Md5Challenge) return this.#offer('md5', response, input);
    if (type !== undefined) return { kind: 'tunnel', type, identifier: response.identifier };
    const wanted = [...response.data].filter((type) => type !== 0).map(eapTypeName);
    return rejected({ reason: 'unsupported', wanted: wanted.join(', ') });
  }

  /** The response to the challenge of MS-CHAPv2. The device must acknowledge the result, success or failure. */
  #verifyMsChapV2(state: EapState, { identifier, data }: EapResponse, input: EapInput): EapStep {
    const answer = readMsChapV2(data);
    if (answer === null) return rejected({ reason: 'malformed' });
    const next = nextIdentifier(identifier);
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

/** The device has verified the server's proof, so the keys of the link may be sent. */
function endOfMsChapV2({ memo }: EapState, { identifier, data }: EapResponse, input: EapInput): EapStep {
  if (!confirms(data)) return rejected({ reason: 'unconfirmed' });
  const { packet: request, secret, credential } = input;
  const writer = eapAttributes(eapSuccess(identifier));
  writeMppeKeys(writer, mppeKeys(credential.ntHashHash, memo), { request, secret });
  return { kind: 'accept', method: 'EAP-MSCHAPv2', replyAttributes: writer.bytes() };
}

function rejected(refusal: EapRefusal | null): EapStep {
  return { kind: 'reject', refusal };
}

function partiesOf({ packet, nasId, credential }: EapInput) {
  return { nasId, userName: packet.octets(Attribute.UserName) ?? Buffer.alloc(0), credential };
}

/** A request must not have the identifier of the one before it (RFC 3748 section 4.1). */
function nextIdentifier(identifier: number): number {
  return (identifier + 1) & 0xff;
}

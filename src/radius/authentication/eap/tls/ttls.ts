import { octetText } from '../../../../core/network/octet-text.ts';
import { sameOctets } from '../../../protocol/crypto/digest.ts';
import type { EapMethod } from '../../../protocol/eap/eap-type.ts';
import { Attribute, VendorId } from '../../../protocol/packet/attribute.ts';
import { Microsoft } from '../../microsoft.ts';
import { proofOfExchange } from '../../proof-of-exchange.ts';
import { type Avp, readAvps, writeVendorAvp } from './avp.ts';
import { type InnerContext, type InnerMethod, type InnerStep, isNameLength, refused, WAIT } from './inner-method.ts';
import type { TlsEngine } from './tls-engine.ts';

/** MS-CHAP-Challenge and the identifier of the response follow from the tunnel (RFC 5281 section 11.2.4). */
const CHALLENGE = 16;
/** Identifier, flags, peer challenge (16), reserved (8), NT response (24). */
const RESPONSE = 50;

const MALFORMED = refused({ reason: 'malformed' });

/** EAP-TTLS version 0 (RFC 5281): the device says its name and proves its password in AVPs, by PAP or MS-CHAPv2. */
export class Ttls implements InnerMethod {
  readonly #engine: TlsEngine;
  #accepted: InnerStep | null = null;

  constructor(engine: TlsEngine) {
    this.#engine = engine;
  }

  begin(): InnerStep {
    return WAIT;
  }

  async receive(plain: Buffer, context: InnerContext): Promise<InnerStep> {
    const avps = readAvps(plain);
    if (avps === null || this.#accepted !== null) return MALFORMED;
    const valueIn = (code: number, vendor = 0) => onlyOne(avps, code, vendor);
    const userName = valueIn(Attribute.UserName);
    if (userName === null || !isNameLength(userName.length)) return unsupported(avps) ?? MALFORMED;
    const login = { userName, name: octetText(userName, 0, userName.length), context };
    const password = valueIn(Attribute.UserPassword);
    if (password !== null) return this.#pap(password, login);
    const challenge = valueIn(Microsoft.ChapChallenge, VendorId.Microsoft);
    const response = valueIn(Microsoft.Chap2Response, VendorId.Microsoft);
    if (challenge !== null && response !== null) return this.#msChapV2({ challenge, response }, login);
    return unsupported(avps) ?? MALFORMED;
  }

  /** The device has verified the proof of MS-CHAPv2. */
  acknowledged(): InnerStep {
    return this.#accepted ?? WAIT;
  }

  async #pap(padded: Buffer, { name, context }: TtlsLogin): Promise<InnerStep> {
    const user = await context.find(name);
    const isRight = sameOctets(withoutPadding(padded), user.credential.octets);
    if (!user.known || !isRight) return refused({ reason: 'wrong-password' }, name);
    const denial = user.denial();
    return denial === null ? accepted('EAP-TTLS-PAP', name) : refused({ reason: 'denied', denial }, name);
  }

  async #msChapV2({ challenge, response }: Exchange, { userName, name, context }: TtlsLogin): Promise<InnerStep> {
    const implicit = this.#engine.keyingMaterial(CHALLENGE + 1, 'ttls challenge');
    const isOfTunnel = response.length === RESPONSE && response[0] === implicit[CHALLENGE];
    if (!isOfTunnel || !sameOctets(challenge, implicit.subarray(0, CHALLENGE))) return MALFORMED;
    const user = await context.find(name);
    const exchange = { challenge, peerChallenge: response.subarray(2, 18), ntResponse: response.subarray(26) };
    const proof = proofOfExchange(exchange, userName, user.credential);
    if (!user.known || proof === null) return refused({ reason: 'wrong-password' }, name);
    const denial = user.denial();
    if (denial !== null) return refused({ reason: 'denied', denial }, name);
    this.#accepted = accepted('EAP-TTLS-MSCHAPv2', name);
    const value = Buffer.concat([response.subarray(0, 1), Buffer.from(proof, 'latin1')]);
    return { kind: 'say', plain: writeVendorAvp({ vendor: VendorId.Microsoft, code: Microsoft.Chap2Success, value }) };
  }
}

interface TtlsLogin {
  readonly userName: Buffer;
  readonly name: string;
  readonly context: InnerContext;
}

interface Exchange {
  readonly challenge: Buffer;
  readonly response: Buffer;
}

function accepted(method: EapMethod, name: string): InnerStep {
  return { kind: 'accepted', method, name };
}

/** The value of the AVP; null unless there is exactly one. */
function onlyOne(avps: readonly Avp[], code: number, vendor: number): Buffer | null {
  const [found, another] = avps.filter((avp) => avp.code === code && avp.vendor === vendor);
  return found === undefined || another !== undefined ? null : found.value;
}

function unsupported(avps: readonly Avp[]): InnerStep | null {
  const has = (code: number, vendor = 0) => avps.some((avp) => avp.code === code && avp.vendor === vendor);
  if (has(Attribute.EapMessage)) return refused({ reason: 'unsupported', wanted: 'EAP within EAP-TTLS' });
  if (has(Attribute.ChapPassword)) return refused({ reason: 'unsupported', wanted: 'CHAP within EAP-TTLS' });
  if (has(Microsoft.ChapResponse, VendorId.Microsoft))
    return refused({ reason: 'unsupported', wanted: 'MS-CHAPv1 within EAP-TTLS' });
  return null;
}

/** Devices add zeros, which hide the length of the password (RFC 5281 section 11.2.5). */
function withoutPadding(padded: Buffer): Buffer {
  let length = padded.length;
  while (length > 0 && padded[length - 1] === 0) length--;
  return padded.subarray(0, length);
}

import { randomBytes } from 'node:crypto';
import { type EapResponse, eapRequest } from '../../../protocol/eap/eap-packet.ts';
import { type EapMethod, EapType } from '../../../protocol/eap/eap-type.ts';
import type { MppeKeys } from '../../mppe.ts';
import { ACKNOWLEDGEMENT, fragmentsOf, Reassembly, readFragment, START } from './fragments.ts';
import type { InnerContext, InnerMethod, InnerStep, NamedRefusal } from './inner-method.ts';
import type { TlsEngine } from './tls-engine.ts';

export type TlsStep =
  | { readonly kind: 'request'; readonly message: Buffer; readonly refusal: NamedRefusal | null }
  | { readonly kind: 'success'; readonly method: EapMethod; readonly name: string; readonly keys: MppeKeys }
  /** Null: an earlier step has reported it. */
  | { readonly kind: 'failure'; readonly refusal: NamedRefusal | null };

export interface TlsConversationOptions {
  /** EAP type: EAP-TLS, EAP-TTLS or PEAP. */
  readonly type: number;
  readonly engine: TlsEngine;
  readonly inner: InnerMethod;
  /** Of the response that asked for the method. */
  readonly identifier: number;
  /** Framed-MTU; null if the NAS sends none. */
  readonly mtu: number | null;
}

/** Steps of one conversation: a chain of 64 kilobytes takes as many fragments, and anything beyond is a device going in circles. */
const MAX_STEPS = 150;

/** One device that sets up a TLS connection in EAP packets, and what is said over it. */
export class TlsConversation {
  /** Value of State. */
  readonly key = randomBytes(16);
  readonly #options: TlsConversationOptions;
  readonly #incoming = new Reassembly();
  #outgoing: Buffer[] = [];
  #identifier: number;
  #steps = 0;
  #hasBegun = false;
  /** The end, while the device acknowledges what it was told last. */
  #failing = false;

  constructor(options: TlsConversationOptions) {
    this.#options = options;
    this.#identifier = options.identifier;
  }

  start(): Buffer {
    return this.#request(START);
  }

  /** Whether the response is that to the last request, which is not being handled yet. If so, `next` must be called. */
  claim({ identifier, type }: EapResponse): boolean {
    if (identifier !== this.#identifier || type !== this.#options.type) return false;
    this.#identifier = -1;
    return true;
  }

  /** @throws when the database cannot be queried */
  async next({ identifier, data }: EapResponse, context: InnerContext): Promise<TlsStep> {
    this.#steps += 1;
    const fragment = readFragment(data);
    if (fragment === null || this.#steps > MAX_STEPS) return MALFORMED;
    const pending = this.#outgoing.shift();
    if (pending !== undefined) return fragment.octets.length > 0 ? MALFORMED : this.#ask(identifier, pending);
    const message = this.#incoming.add(fragment);
    if (message === null) return MALFORMED;
    if (message === 'more') return this.#ask(identifier, ACKNOWLEDGEMENT);
    if (this.#failing) return { kind: 'failure', refusal: null };
    return this.#answer(identifier, message, context);
  }

  destroy(): void {
    this.#options.engine.destroy();
  }

  async #answer(identifier: number, message: Buffer, context: InnerContext): Promise<TlsStep> {
    const { engine, type } = this.#options;
    if (message.length > 0) await engine.feed(message);
    if (engine.failure) return this.#broken(identifier, engine.failure);
    const step = engine.established ? await this.#inner(message, context) : WAITING;
    if (step.kind === 'accepted') return { ...step, kind: 'success', keys: masterKeys(engine, type) };
    if (step.kind === 'refused') return { kind: 'failure', refusal: step.refusal };
    if (step.kind === 'say') await engine.write(step.plain);
    return this.#say(identifier, (step.kind === 'say' ? step.refusal : null) ?? null);
  }

  /** With TLS 1.2 the last flight of the handshake is the server's, and the device acknowledges it; with 1.3 the device's. */
  async #inner(message: Buffer, context: InnerContext): Promise<InnerStep> {
    const { engine, inner } = this.#options;
    const plain = engine.takePlain();
    if (!this.#hasBegun && (engine.isTls13 || message.length === 0 || plain.length > 0)) {
      this.#hasBegun = true;
      const step = await inner.begin(context);
      if (step.kind !== 'wait' || plain.length === 0) return step;
    }
    if (plain.length > 0) return inner.receive(plain, context);
    return this.#hasBegun && message.length === 0 ? inner.acknowledged(context) : WAITING;
  }

  /** The device is sent the alert, if there is one, so that it knows why it fails (RFC 5216 section 2.1.3). */
  #broken(identifier: number, { message }: Error): TlsStep {
    const records = this.#options.engine.takeRecords();
    const refusal: NamedRefusal = { refusal: { reason: 'tls', problem: message }, name: null };
    if (records.length === 0) return { kind: 'failure', refusal };
    this.#failing = true;
    return this.#send(identifier, records, refusal);
  }

  #say(identifier: number, refusal: NamedRefusal | null): TlsStep {
    return this.#send(identifier, this.#options.engine.takeRecords(), refusal);
  }

  #send(identifier: number, records: Buffer, refusal: NamedRefusal | null): TlsStep {
    const [first = ACKNOWLEDGEMENT, ...others] = fragmentsOf(records, this.#options.mtu);
    this.#outgoing = others;
    return this.#ask(identifier, first, refusal);
  }

  #ask(identifier: number, data: Buffer, refusal: NamedRefusal | null = null): TlsStep {
    this.#identifier = identifier;
    return { kind: 'request', message: this.#request(data), refusal };
  }

  #request(data: Buffer): Buffer {
    this.#identifier = (this.#identifier + 1) & 0xff;
    return eapRequest(this.#identifier, this.#options.type, data);
  }
}

const WAITING: InnerStep = { kind: 'wait' };
const MALFORMED: TlsStep = { kind: 'failure', refusal: { refusal: { reason: 'malformed' }, name: null } };

/** MSK and EMSK, 64 octets each. With TLS 1.3 the length goes into the derivation, so both are always asked for. */
const LENGTH = 128;
const KEY = 32;

/** The halves of the MSK as the NAS uses them (RFC 5216 section 2.3, RFC 5281 section 8; with TLS 1.3 RFC 9427 section 2.1). */
function masterKeys(engine: TlsEngine, type: number): MppeKeys {
  const label = type === EapType.Ttls ? 'ttls keying material' : 'client EAP encryption';
  const material = engine.isTls13
    ? engine.keyingMaterial(LENGTH, 'EXPORTER_EAP_TLS_Key_Material', Buffer.of(type))
    : engine.keyingMaterial(LENGTH, label);
  return { receive: material.subarray(0, KEY), send: material.subarray(KEY, 2 * KEY) };
}

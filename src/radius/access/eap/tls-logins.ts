import type { Credential } from '../../authentication/credential.ts';
import type { InnerContext, NamedRefusal } from '../../authentication/eap/tls/inner-method.ts';
import { TlsConversation, type TlsStep } from '../../authentication/eap/tls/tls-conversation.ts';
import { TlsEngine } from '../../authentication/eap/tls/tls-engine.ts';
import { writeMppeKeys } from '../../authentication/mppe.ts';
import { eapAttributes, eapMessageOf, eapSuccess, readEapResponse } from '../../protocol/eap/eap-packet.ts';
import { EapType } from '../../protocol/eap/eap-type.ts';
import { Attribute } from '../../protocol/packet/attribute.ts';
import { usernameIn } from '../../protocol/packet/username.ts';
import type { EapContexts } from '../../server/eap-contexts.ts';
import type { Request } from '../../server/request.ts';
import type { Directory } from '../../state/directory/directory.ts';
import { serviceNamed } from '../../state/directory/service-named.ts';
import type { Admission } from '../admission.ts';
import { denialOf, macIn } from '../decision.ts';
import type { LoginResponder } from '../login-responder.ts';
import { realmRejection, type ServiceFinder } from '../service-finder.ts';
import { Conversations } from './conversations.ts';
import { eapRejectionReason } from './rejection-reason.ts';
import { StartLimits } from './start-limits.ts';
import { METHODS } from './tls-methods.ts';

export interface TlsLoginsOptions {
  readonly contexts: EapContexts;
  readonly responder: LoginResponder;
  readonly admission: Admission;
  readonly directory: Directory;
  readonly finder: ServiceFinder;
  /** Of unknown subscribers. */
  readonly dummyCredential: Credential;
}

const NO_AUTHORITY: NamedRefusal = { refusal: { reason: 'tls', problem: 'the ISP has no authority' }, name: null };

const SWEEP_MS = 10_000;

/** Log-ins by EAP-TLS, EAP-TTLS and PEAP. Their TLS connections are in the memory of this node until they end. */
export class TlsLogins {
  readonly #options: TlsLoginsOptions;
  readonly #conversations = new Conversations<TlsConversation>();
  readonly #limits = new StartLimits();
  readonly #sweeper: NodeJS.Timeout;

  constructor(options: TlsLoginsOptions) {
    this.#options = options;
    this.#sweeper = setInterval(() => this.#conversations.sweep(performance.now()), SWEEP_MS).unref();
    options.contexts.watch();
  }

  /** Number of conversations that are not finished. */
  get open(): number {
    return this.#conversations.size;
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#conversations.sweep(Number.POSITIVE_INFINITY);
    await this.#options.contexts.stop();
  }

  /** The device wants the method `type` instead of what it was offered with `identifier`. */
  start(request: Request, type: number, identifier: number): void {
    const { contexts, responder } = this.#options;
    const method = METHODS.get(type);
    const { nas, packet, receivedAt } = request;
    if (method === undefined || !this.#limits.begin(nas.facts.isp.id, receivedAt)) {
      responder.leaveUnanswered(request, 'too many TLS log-ins are in progress');
      return;
    }
    const asksCertificate = type === EapType.Tls;
    const context = asksCertificate ? contexts.mutual(nas.facts.isp.id) : contexts.server;
    if (context === undefined) {
      this.#reject(request, NO_AUTHORITY);
      return;
    }
    const engine = new TlsEngine({ context, asksCertificate });
    const mtu = packet.integer(Attribute.FramedMtu);
    const conversation = new TlsConversation({ type, engine, inner: method(engine), identifier, mtu });
    this.#conversations.add(conversation, nas.facts, receivedAt);
    this.#challenge(request, conversation, conversation.start());
  }

  /** Whether the request belongs to such a log-in. If so, it is answered, sooner or later. */
  takes(request: Request): boolean {
    const { packet, nas, receivedAt } = request;
    const type = packet.octets(Attribute.EapMessage)?.[4];
    if (type === undefined || !METHODS.has(type)) return false;
    const key = packet.octets(Attribute.State);
    const conversation = key ? this.#conversations.find(key, nas.facts, receivedAt) : undefined;
    if (conversation === undefined) this.#reject(request, { refusal: { reason: 'unknown-conversation' }, name: null });
    else void this.#continue(request, conversation);
    return true;
  }

  async #continue(request: Request, conversation: TlsConversation): Promise<void> {
    const { responder } = this.#options;
    const response = readEapResponse(eapMessageOf(request.packet));
    // One that comes while the answer to the same is made, or after it, is a retransmission.
    if (response === null || !conversation.claim(response)) {
      responder.leaveUnanswered(request, 'the EAP response is malformed or unexpected');
      return;
    }
    try {
      const step = await conversation.next(response, this.#contextOf(request));
      if (step.kind !== 'request') this.#conversations.end(conversation);
      await this.#answer(request, conversation, step, response.identifier);
    } catch (error) {
      this.#conversations.end(conversation);
      responder.leaveUnanswered(request, error);
    }
  }

  async #answer(request: Request, conversation: TlsConversation, step: TlsStep, identifier: number): Promise<void> {
    if (step.kind === 'success') return this.#admit(request, step, identifier);
    if (step.kind === 'request') {
      this.#challenge(request, conversation, step.message);
      if (step.refusal !== null) this.#logRefusal(request, step.refusal);
    } else this.#reject(request, step.refusal);
  }

  async #admit(
    request: Request,
    { name, method, keys }: Extract<TlsStep, { kind: 'success' }>,
    identifier: number,
  ): Promise<void> {
    const { responder, admission, finder } = this.#options;
    const service = await finder.named(request, name);
    if (!service) return responder.reject(request, whyUnknown(request, name), { username: name });
    const writer = eapAttributes(eapSuccess(identifier));
    // The accounting of a device that hid its name outside the tunnel has the right one.
    if (usernameIn(request.packet) !== name) writer.text(Attribute.UserName, name);
    writeMppeKeys(writer, keys, { request: request.packet, secret: request.hop.secret });
    const username = name === service.key ? service.key : name;
    admission.authorise({ request, service, username, mac: macIn(request), method, replyAttributes: writer.bytes() });
  }

  #contextOf(request: Request): InnerContext {
    const { finder, directory, dummyCredential } = this.#options;
    const find = async (name: string) => {
      const service = await finder.named(request, name);
      const credential = (service && directory.credentialOf(service)) ?? dummyCredential;
      return { known: service !== undefined, credential, denial: () => denialOf(request, service) };
    };
    return { outerName: usernameIn(request.packet), find };
  }

  #challenge(request: Request, { key }: TlsConversation, message: Buffer): void {
    this.#options.responder.challenge(request, eapAttributes(message).octets(Attribute.State, key).bytes());
  }

  /** Null: it is logged already. */
  #reject(request: Request, refusal: NamedRefusal | null): void {
    this.#options.responder.sendReject(request);
    if (refusal !== null) this.#logRefusal(request, refusal);
  }

  #logRefusal(request: Request, { refusal, name }: NamedRefusal): void {
    const { responder, directory } = this.#options;
    const username = name ?? usernameIn(request.packet);
    const service = serviceNamed(directory.services, request.nas, username);
    responder.logReject(
      request,
      eapRejectionReason(refusal, service, whyUnknown(request, username)),
      service,
      username,
    );
  }
}

const whyUnknown = ({ nas }: Request, username: string): string => realmRejection(nas, username) ?? 'unknown user';

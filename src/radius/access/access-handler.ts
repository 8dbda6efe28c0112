import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { checkCredential, isEap, type Method, methodOf, type Refusal } from '../authentication/check-credential.ts';
import type { Credential } from '../authentication/credential.ts';
import type { EapServer } from '../authentication/eap/eap-server.ts';
import { authorise, type Decision } from '../policy/authorise.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { Code } from '../protocol/packet/code.ts';
import { macOf } from '../protocol/packet/mac.ts';
import { usernameIn } from '../protocol/packet/username.ts';
import { dropReason, learnMessageAuthenticator } from '../server/message-authenticator.ts';
import type { PacketHandler } from '../server/packet-handler.ts';
import type { Request } from '../server/request.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { Service } from '../state/directory/service.ts';
import type { ServiceLookup } from '../state/directory/service-lookup.ts';
import type { Admission } from './admission.ts';
import type { LoginAnswers } from './answers.ts';
import { eapSentence } from './eap-sentence.ts';
import type { Login } from './login.ts';

export interface AccessHandlerOptions {
  readonly answers: LoginAnswers;
  readonly admission: Admission;
  readonly directory: Directory;
  readonly misses: ServiceLookup;
  readonly eap: EapServer;
  /** For what is learned of a NAS. */
  readonly pool: pg.Pool;
  readonly log: Logger;
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  'wrong-password': 'wrong password',
  malformed: 'the password is malformed',
  unsupported: 'this method of authentication is not supported',
  'no-credentials': 'the request carries no password',
};

/** Takes Access-Requests: whose it is, whether the password is right, what the rules say. All of it from memory. */
export class AccessHandler implements PacketHandler {
  readonly codes = new Set<number>([Code.AccessRequest, Code.StatusServer]);
  readonly dropReason = dropReason;
  readonly #options: AccessHandlerOptions;

  constructor(options: AccessHandlerOptions) {
    this.#options = options;
  }

  handle(request: Request): void {
    const { packet, nas } = request;
    const { pool, log, answers, directory, eap } = this.#options;
    learnMessageAuthenticator(pool, request, log);
    if (packet.code === Code.StatusServer) {
      answers.present(request);
      return;
    }
    const greeting = eap.identityRequest(packet);
    if (greeting !== null) {
      answers.challenge(request, greeting);
      return;
    }
    const username = usernameIn(packet);
    if (username === '') {
      answers.reject(request, 'the request carries no username');
      return;
    }
    const service = directory.services.byName(nas.facts.isp.id, username.toLowerCase());
    // Most names come as they are kept: its session keeps no second copy of it then.
    if (service) this.#take(request, service, username === service.key ? service.key : username);
    else void this.#find(request, username);
  }

  async #find(request: Request, username: string): Promise<void> {
    const { misses, answers } = this.#options;
    try {
      this.#take(request, await misses.find(request.nas.facts.isp.id, username), username);
    } catch (error) {
      answers.leave(request, error);
    }
  }

  #take(request: Request, service: Service | undefined, username: string): void {
    const { answers, directory, eap } = this.#options;
    const method = methodOf(request.packet);
    const talks = isEap(method);
    if (!service) {
      if (talks) this.#converse(request, { service, credential: eap.decoy, username });
      else answers.reject(request, 'unknown user');
      return;
    }
    const credential = directory.credentialOf(service);
    if (credential === null) answers.reject(request, 'the password of the service cannot be read', { service });
    else if (talks) this.#converse(request, { service, credential, username });
    else this.#check(request, { service, credential, username }, method);
  }

  /** The password comes first, so that nobody else learns how a service stands. */
  #check(request: Request, { service, credential, username }: Known, method: Method): void {
    const check = checkCredential(request.packet, credential, request.nas.facts.secret, method);
    const { replyAttributes: proof } = check;
    if (check.ok) this.#admit({ request, service, username, mac: macIn(request), method, proof });
    else this.#options.answers.reject(request, REFUSALS[check.reason], { service, own: proof });
  }

  /** EAP takes several requests; the session is admitted with the last. Nobody learns from them who is a subscriber. */
  #converse(request: Request, { service, credential, username }: Known | Stranger): void {
    const { answers, eap } = this.#options;
    const { packet, nas, at } = request;
    const mac = macIn(request);
    const denial = () => (service ? denialIn(decisionOn(request, service, mac)) : null);
    const step = eap.next({ packet, nas: nas.facts, credential, at, denial });
    if (step.kind === 'accept') {
      if (service) this.#admit({ request, service, username, mac, method: step.method, proof: step.replyAttributes });
      else answers.reject(request, 'unknown user');
      return;
    }
    if (step.kind === 'challenge') answers.challenge(request, step.attributes);
    else answers.dismiss(request);
    if (step.refusal !== null) answers.note(request, eapSentence(step.refusal, service), service);
  }

  #admit(login: Login): void {
    const { request, service, mac } = login;
    const decision = decisionOn(request, service, mac);
    if (decision.ok) this.#options.admission.decide(login, decision);
    else this.#options.answers.refuse(request, service, decision.reason);
  }
}

interface Known {
  readonly service: Service;
  readonly credential: Credential;
  readonly username: string;
}

interface Stranger extends Omit<Known, 'service'> {
  readonly service: undefined;
}

function decisionOn(request: Request, service: Service, mac: string | null): Decision {
  return authorise({ service, nas: request.nas, mac, now: request.at });
}

function denialIn(decision: Decision): string | null {
  return decision.ok ? null : decision.reason;
}

function macIn({ packet }: Request): string | null {
  return macOf(packet.text(Attribute.CallingStationId));
}

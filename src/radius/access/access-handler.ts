import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { isTicket } from '../../core/network/hotspot-ticket.ts';
import { checkCredential, isEap, type Method, methodOf, type Refusal } from '../authentication/check-credential.ts';
import type { Credential } from '../authentication/credential.ts';
import type { EapServer } from '../authentication/eap/eap-server.ts';
import { Code } from '../protocol/packet/code.ts';
import { usernameIn } from '../protocol/packet/username.ts';
import { accessFault } from '../server/attribute-faults.ts';
import { learnNames } from '../server/learn-names.ts';
import { dropReason, learnMessageAuthenticator } from '../server/message-authenticator.ts';
import type { PacketHandler } from '../server/packet-handler.ts';
import type { HopRequest, Request } from '../server/request.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { Service } from '../state/directory/service.ts';
import { serviceNamed } from '../state/directory/service-named.ts';
import type { Pulse } from '../state/pulse/pulse.ts';
import type { Admission } from './admission.ts';
import { denialOf, macIn } from './decision.ts';
import { eapRejectionReason } from './eap/rejection-reason.ts';
import type { TlsLogins } from './eap/tls-logins.ts';
import type { HotspotTickets } from './hotspot-tickets.ts';
import type { LoginResponder } from './login-responder.ts';
import { loginBy, type ServiceFinder } from './service-finder.ts';

export interface AccessHandlerOptions {
  readonly responder: LoginResponder;
  readonly admission: Admission;
  readonly directory: Directory;
  /** For services that are not in memory. */
  readonly finder: ServiceFinder;
  readonly eap: EapServer;
  /** Undefined: there is no certificate for it. */
  readonly tlsLogins: TlsLogins | undefined;
  readonly tickets: HotspotTickets;
  readonly pulse: Pulse;
  /** For the capabilities of a NAS. */
  readonly pool: pg.Pool;
  readonly log: Logger;
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  'wrong-password': 'wrong password',
  malformed: 'the password is malformed',
  unsupported: 'this authentication method is not supported',
  'no-credentials': 'the request has no password',
};

/** Access-Requests: finds the service, checks the password or the identity and applies the rules, all from memory. */
export class AccessHandler implements PacketHandler {
  readonly codes = new Set<number>([Code.AccessRequest, Code.StatusServer]);
  readonly dropReason = dropReason;
  readonly #options: AccessHandlerOptions;

  constructor(options: AccessHandlerOptions) {
    this.#options = options;
  }

  handle(request: Request): void {
    const { packet, nas } = request;
    const { pool, log, responder, directory, eap, pulse } = this.#options;
    pulse.heardAuth(nas.facts.id, request.at);
    learnMessageAuthenticator(pool, request, log);
    learnNames(pool, request, log);
    if (packet.code === Code.StatusServer) {
      this.answerStatusServer(request);
      return;
    }
    const fault = accessFault(packet);
    if (fault !== null) {
      responder.reject(request, fault);
      return;
    }
    const identityRequest = eap.identityRequest(packet);
    if (identityRequest !== null) {
      responder.challenge(request, identityRequest);
      return;
    }
    const username = usernameIn(packet);
    if (username === '') {
      responder.reject(request, 'the request has no username');
      return;
    }
    if (this.#options.tlsLogins?.takes(request)) return;
    const service = serviceNamed(directory.services, nas, username);
    // A name that equals the key is not kept a second time in the session.
    if (service) this.#authenticate(request, service, username === service.key ? service.key : username);
    else if (isTicket(username)) void this.#options.tickets.logIn(request, username);
    else void this.#lookUp(request, username);
  }

  answerStatusServer(request: HopRequest): void {
    this.#options.responder.answerStatusServer(request);
  }

  async #lookUp(request: Request, username: string): Promise<void> {
    const { finder, responder } = this.#options;
    try {
      const found = await finder.find(request, username);
      if (found.by === 'nothing') responder.reject(request, found.reason);
      else if (found.by === 'name') this.#authenticate(request, found.service, username);
      else this.#options.admission.authorise(loginBy(found, request, username));
    } catch (error) {
      responder.leaveUnanswered(request, error);
    }
  }

  #authenticate(request: Request, service: Service | undefined, username: string): void {
    const { responder, directory, eap } = this.#options;
    const method = methodOf(request.packet);
    const withEap = isEap(method);
    if (!service) {
      if (withEap) this.#continueEap(request, { service, credential: eap.dummyCredential, username });
      // As much work as a wrong password is, and the same answer: nobody finds out names.
      else responder.reject(request, 'unknown user', { own: this.#guess(request, method) });
      return;
    }
    const credential = directory.credentialOf(service);
    if (credential === null)
      responder.reject(request, 'the node cannot decrypt the password of the service', { service });
    else if (withEap) this.#continueEap(request, { service, credential, username });
    else this.#checkPassword(request, { service, credential, username }, method);
  }

  /** The password is checked first, so that no one else learns the status of a service. */
  #checkPassword(request: Request, { service, credential, username }: KnownUser, method: Method): void {
    const check = checkCredential(request.packet, credential, request.hop.secret, method);
    const { replyAttributes } = check;
    if (check.ok)
      this.#options.admission.authorise({ request, service, username, mac: macIn(request), method, replyAttributes });
    else this.#options.responder.reject(request, REFUSALS[check.reason], { service, own: replyAttributes });
  }

  #guess({ packet, hop }: Request, method: Method): Buffer {
    return checkCredential(packet, this.#options.eap.dummyCredential, hop.secret, method).replyAttributes;
  }

  /** EAP takes several requests; the last one is admitted. They do not reveal whether a username exists. */
  #continueEap(request: Request, { service, credential, username }: KnownUser | UnknownUser): void {
    const { responder, eap, admission, tlsLogins } = this.#options;
    const { packet, nas, hop, at } = request;
    const mac = macIn(request);
    const denial = () => denialOf(request, service);
    const step = eap.next({ packet, nasId: nas.facts.id, secret: hop.secret, credential, at, denial });
    if (step.kind === 'accept') {
      const { method, replyAttributes } = step;
      if (service) admission.authorise({ request, service, username, mac, method, replyAttributes });
      else responder.reject(request, 'unknown user');
      return;
    }
    if (step.kind === 'tunnel') {
      tlsLogins?.start(request, step.type, step.identifier);
      return;
    }
    if (step.kind === 'challenge') responder.challenge(request, step.attributes);
    else responder.sendReject(request);
    if (step.refusal !== null) responder.logReject(request, eapRejectionReason(step.refusal, service), service);
  }
}

interface KnownUser {
  readonly service: Service;
  readonly credential: Credential;
  readonly username: string;
}

interface UnknownUser extends Omit<KnownUser, 'service'> {
  readonly service: undefined;
}

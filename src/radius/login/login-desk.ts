import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { authorise } from '../access/authorise.ts';
import { macOf } from '../access/mac.ts';
import { checkCredential, type Refusal } from '../authentication/check-credential.ts';
import type { Directory } from '../directory/directory.ts';
import type { Misses } from '../directory/misses.ts';
import type { Service } from '../directory/service.ts';
import { Attribute } from '../packet/attribute.ts';
import { hasMessageAuthenticator } from '../packet/authenticator.ts';
import { Code } from '../packet/code.ts';
import type { Desk, Request } from '../socket/request.ts';
import type { Admission } from './admission.ts';
import type { LoginAnswers } from './answers.ts';
import { usernameIn } from './login.ts';
import { learnSignature, suspicionOf } from './signature.ts';

export interface LoginOptions {
  readonly answers: LoginAnswers;
  readonly admission: Admission;
  readonly directory: Directory;
  readonly misses: Misses;
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
export class LoginDesk implements Desk {
  readonly codes = new Set<number>([Code.AccessRequest, Code.StatusServer]);
  readonly suspicion = suspicionOf;
  readonly #options: LoginOptions;

  constructor(options: LoginOptions) {
    this.#options = options;
  }

  handle(request: Request): void {
    const { packet, nas } = request;
    const { pool, log, answers, directory } = this.#options;
    if (hasMessageAuthenticator(packet)) learnSignature(pool, nas, log);
    if (packet.code === Code.StatusServer) {
      answers.present(request);
      return;
    }
    const username = usernameIn(packet);
    if (username === '') {
      answers.reject(request, 'the request carries no username');
      return;
    }
    const service = directory.services.byName(nas.facts.isp.id, username.toLowerCase());
    if (service) this.#check(request, service, username);
    else void this.#find(request, username);
  }

  async #find(request: Request, username: string): Promise<void> {
    const { misses, answers } = this.#options;
    try {
      const service = await misses.find(request.nas.facts.isp.id, username);
      if (service) this.#check(request, service, username);
      else answers.reject(request, 'unknown user');
    } catch (error) {
      answers.leave(request, error);
    }
  }

  /** The password comes first, so that nobody else learns how a service stands. */
  #check(request: Request, service: Service, username: string): void {
    const { packet, nas, at } = request;
    const { answers, directory, admission } = this.#options;
    const credential = directory.credentialOf(service);
    if (credential === null) {
      answers.reject(request, 'the password of the service cannot be read', { service });
      return;
    }
    const check = checkCredential(packet, credential, nas.facts.secret);
    if (!check.ok) {
      answers.reject(request, REFUSALS[check.reason], { service, own: check.replyAttributes });
      return;
    }
    const mac = macOf(packet.text(Attribute.CallingStationId));
    const decision = authorise({ service, nas, mac, now: at });
    if (!decision.ok) {
      answers.refuse(request, service, decision.reason);
      return;
    }
    const { method, replyAttributes: proof } = check;
    admission.decide({ request, service, username, mac, method, proof }, decision);
  }
}

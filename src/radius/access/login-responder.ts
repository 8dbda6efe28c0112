import type { Logger } from '../../config/log.ts';
import { methodOf } from '../authentication/check-credential.ts';
import { MsChapFailure, msChapError } from '../authentication/ms-chap-error.ts';
import { ownAttributes, sharedAttributes } from '../policy/accept-attributes.ts';
import type { Decision } from '../policy/authorise.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { Code } from '../protocol/packet/code.ts';
import { macOf } from '../protocol/packet/mac.ts';
import { usernameIn } from '../protocol/packet/username.ts';
import type { Count, RadiusMetrics } from '../server/radius-metrics.ts';
import type { HopRequest, Request } from '../server/request.ts';
import type { ChargeableIdentities } from '../state/directory/chargeable-identities.ts';
import type { Service } from '../state/directory/service.ts';
import type { Pulse } from '../state/pulse/pulse.ts';
import type { AuthLog, LoggedAnswer } from './auth-log.ts';
import { type Login, loggedName } from './login.ts';
import { rejectAttributes } from './reject-attributes.ts';

/** The decision to accept a log-in. */
export type Approval = Extract<Decision, { ok: true }>;

export interface LoginResponderOptions {
  readonly authLog: AuthLog;
  readonly chargeable: ChargeableIdentities;
  readonly pulse: Pulse;
  readonly metrics: RadiusMetrics;
  readonly log: Logger;
}

interface RejectedLogin {
  readonly service?: Service;
  readonly own?: Buffer;
  readonly username?: string;
}

const NO_OPERATOR = Buffer.alloc(0);

/** Answers log-ins, counts the answers and passes them to the authentication log. */
export class LoginResponder {
  readonly #options: LoginResponderOptions;
  readonly #counts: Readonly<Record<'accept' | 'challenge' | 'reject' | 'unanswered' | 'status', Count>>;

  constructor(options: LoginResponderOptions) {
    this.#options = options;
    const count = (outcome: string) => options.metrics.packets('Access-Request', outcome);
    this.#counts = {
      accept: count('accept'),
      challenge: count('challenge'),
      reject: count('reject'),
      unanswered: count('unanswered'),
      status: options.metrics.packets('Status-Server', 'answered'),
    };
  }

  /** RFC 5997 section 3. */
  answerStatusServer(request: HopRequest): void {
    this.#counts.status.count += 1;
    request.server.answer(request, { code: Code.AccessAccept });
  }

  accept(login: Login, { profile, reason }: Approval, sessionClass: string): void {
    const { request, service, replyAttributes } = login;
    const { nas } = request;
    this.#counts.accept.count += 1;
    this.#options.pulse.accept(nas.facts, service.resellerId);
    request.server.answer(request, {
      code: Code.AccessAccept,
      attributes: sharedAttributes(nas, profile),
      own: ownAttributes(profile, {
        nas,
        sessionClass,
        now: request.at,
        authentication: replyAttributes,
        chargeable: this.#chargeableOf(login),
      }),
    });
    this.#log(login, 'Access-Accept', reason, profile.ipv6);
  }

  /** For a NAS that asks for it, with an attribute of whatever value (RFC 4372 section 2.1). */
  #chargeableOf({ request: { packet }, service }: Login): string | null {
    if (!packet.has(Attribute.ChargeableUserIdentity)) return null;
    return this.#options.chargeable.of(service.id, packet.octets(Attribute.OperatorName) ?? NO_OPERATOR);
  }

  /** The next request of an EAP conversation. */
  challenge(request: Request, attributes: Buffer): void {
    this.#counts.challenge.count += 1;
    request.server.answer(request, { code: Code.AccessChallenge, own: attributes });
  }

  /** The password was right but a rule denies access, which the subscriber may be told. */
  deny(login: Login, reason: string): void {
    const { request, service } = login;
    const error = msChapError(request.packet, MsChapFailure.AccountDisabled);
    this.sendReject(request, Buffer.concat([error, rejectAttributes(request.packet, reason)]));
    this.#options.pulse.reject(request.nas.facts, service, reason);
    this.#log(login, 'Access-Reject', reason);
  }

  #log(login: Login, response: LoggedAnswer['response'], reason: string | null, ipv6?: LoggedAnswer['ipv6']): void {
    const { request, service, mac, method: protocol } = login;
    const { at, nas } = request;
    const username = loggedName(login);
    this.#options.authLog.add({ at, nas, service, username, mac, response, reason, protocol, ipv6 });
  }

  /** `own` are the attributes of the answer, if not those of a wrong password; the reason goes to the log only. */
  reject(request: Request, reason: string, { service, own, username }: RejectedLogin = {}): void {
    this.sendReject(request, own);
    this.logReject(request, reason, service, username);
  }

  /** Without an entry in the log. */
  sendReject(request: Request, own = msChapError(request.packet, MsChapFailure.AuthenticationFailure)): void {
    this.#counts.reject.count += 1;
    const attributes = own.length > 0 ? own : rejectAttributes(request.packet, null);
    request.server.answer(request, { code: Code.AccessReject, own: attributes });
  }

  /** `username`: the one said in a tunnel. */
  logReject(request: Request, reason: string, service: Service | undefined, username?: string): void {
    const { packet, nas, at } = request;
    const mac = macOf(packet.text(Attribute.CallingStationId));
    this.#options.pulse.reject(nas.facts, service, reason);
    const seen = { username: username ?? usernameIn(packet), mac, protocol: methodOf(packet) };
    this.#options.authLog.add({ at, nas, service, ...seen, response: 'Access-Reject', reason });
  }

  /** Without the database nothing is certain: the NAS retries, here or at another node. */
  leaveUnanswered(request: Request, error: unknown): void {
    this.#counts.unanswered.count += 1;
    this.#options.log.debug({ err: error }, 'failed to answer a log-in');
    request.server.abandon(request);
  }
}

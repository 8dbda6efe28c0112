import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { authorise } from '../access/authorise.ts';
import { macOf } from '../access/mac.ts';
import { checkCredential, type Method, methodOf, type Refusal } from '../authentication/check-credential.ts';
import { MsChapFailure, msChapError } from '../authentication/ms-chap-error.ts';
import type { Directory } from '../directory/directory.ts';
import type { Misses } from '../directory/misses.ts';
import type { Nas } from '../directory/nas.ts';
import type { Service } from '../directory/service.ts';
import type { Leases } from '../leases/leases.ts';
import type { Cell, RadiusMetrics } from '../metrics/radius-metrics.ts';
import { nasPortOf } from '../nas-port.ts';
import type { OpenSession, OpenSessions } from '../online/open-sessions.ts';
import type { SessionVerifier } from '../online/verify.ts';
import { Attribute } from '../packet/attribute.ts';
import { hasMessageAuthenticator } from '../packet/authenticator.ts';
import { Code } from '../packet/code.ts';
import type { Packet } from '../packet/packet.ts';
import type { Door } from '../socket/door.ts';
import type { Desk, Request } from '../socket/request.ts';
import { ownAttributes, sharedAttributes } from './accept-attributes.ts';
import type { AuthLog } from './auth-log.ts';
import type { MacBinder } from './mac-binder.ts';
import { refusalAttributes } from './refusal.ts';
import { newSessionClass } from './session-class.ts';
import { learnSignature, suspicionOf } from './signature.ts';

export interface LoginOptions {
  readonly directory: Directory;
  readonly misses: Misses;
  readonly online: OpenSessions;
  readonly verifier: SessionVerifier;
  readonly leases: Leases;
  readonly binder: MacBinder;
  readonly authLog: AuthLog;
  readonly pool: pg.Pool;
  readonly metrics: RadiusMetrics;
  readonly log: Logger;
}

/** A log-in whose service is known. */
interface Login {
  readonly request: Request;
  readonly service: Service;
  readonly username: string;
  readonly mac: string | null;
  readonly method: Method;
  /** Attributes that prove to the subscriber that the server knows the password too. */
  readonly proof: Buffer;
}

type Verdict = Extract<ReturnType<typeof authorise>, { ok: true }>;

const NOTHING = Buffer.alloc(0);

const REFUSALS: Readonly<Record<Refusal, string>> = {
  'wrong-password': 'wrong password',
  malformed: 'the password is malformed',
  unsupported: 'this method of authentication is not supported',
  'no-credentials': 'the request carries no password',
};

/** Answers Access-Requests, from memory alone unless an address has to be leased or another session is in the way. */
export class LoginDesk implements Desk {
  readonly codes = new Set<number>([Code.AccessRequest, Code.StatusServer]);
  readonly suspicion = suspicionOf;
  readonly #options: LoginOptions;
  readonly #door: Door;
  readonly #counts: Readonly<Record<'accept' | 'reject' | 'unanswered' | 'status', Cell>>;

  constructor(door: Door, options: LoginOptions) {
    this.#door = door;
    this.#options = options;
    const count = (outcome: string) => options.metrics.packets('Access-Request', outcome);
    this.#counts = {
      accept: count('accept'),
      reject: count('reject'),
      unanswered: count('unanswered'),
      status: options.metrics.packets('Status-Server', 'answered'),
    };
  }

  handle(request: Request): void {
    const { packet, nas } = request;
    if (hasMessageAuthenticator(packet)) learnSignature(this.#options.pool, nas, this.#options.log);
    if (packet.code === Code.StatusServer) {
      this.#counts.status.count += 1;
      return this.#door.answer(request, { code: Code.AccessAccept });
    }
    const username = usernameIn(packet);
    if (username === '') return this.#reject(request, 'the request carries no username');
    const service = this.#options.directory.services.byName(nas.facts.isp.id, username.toLowerCase());
    if (service) this.#check(request, service);
    else void this.#whenFound(request, username);
  }

  async #whenFound(request: Request, username: string): Promise<void> {
    try {
      const service = await this.#options.misses.find(request.nas.facts.isp.id, username);
      if (service) this.#check(request, service);
      else this.#reject(request, 'unknown user');
    } catch (error) {
      this.#fail(request, error);
    }
  }

  #check(request: Request, service: Service): void {
    const { packet, nas } = request;
    const credential = this.#options.directory.credentialOf(service);
    if (credential === null) return this.#reject(request, 'the password of the service cannot be read', { service });
    const check = checkCredential(packet, credential, nas.facts.secret);
    if (!check.ok) {
      return this.#reject(request, REFUSALS[check.reason], { service, attributes: check.replyAttributes });
    }
    const mac = macOf(packet.text(Attribute.CallingStationId));
    const verdict = authorise({ service, nas, mac, now: request.at });
    if (!verdict.ok) return this.#refuse(request, service, verdict.reason);
    const username = usernameIn(packet);
    const login = { request, service, username, mac, method: check.method, proof: check.replyAttributes };
    const claim = this.#claim(login);
    if (claim.claim === 'taken') void this.#whenVerified(login, verdict, claim.by);
    else this.#admit(login, verdict);
  }

  #claim({ request, service, mac }: Login) {
    const { nas, packet, at } = request;
    return this.#options.online.claim(service.id, { nasId: nas.facts.id, mac, nasPort: nasPortOf(packet) }, at);
  }

  async #whenVerified(login: Login, verdict: Verdict, by: OpenSession): Promise<void> {
    try {
      await this.#options.verifier.verify(by);
      const claim = this.#claim(login);
      if (claim.claim !== 'taken') this.#admit(login, verdict);
      else this.#refuse(login.request, login.service, `another session is open${this.#whereIs(claim.by)}`);
    } catch (error) {
      this.#fail(login.request, error);
    }
  }

  #whereIs({ nasId, nasPort }: OpenSession): string {
    const nas = this.#options.directory.nas(nasId);
    return `${nas ? ` on the NAS ${nas.facts.ip}` : ''}${nasPort === null ? '' : `, port ${nasPort}`}`;
  }

  #admit(login: Login, verdict: Verdict): void {
    const sessionClass = newSessionClass(login.service.id);
    // Taken at once, so that a second log-in beside this one finds it.
    const place = this.#takePlace(login);
    if (verdict.leaseFrom === null) this.#accept(login, verdict, sessionClass);
    else void this.#whenLeased(login, verdict, { sessionClass, place });
  }

  async #whenLeased(
    login: Login,
    verdict: Verdict,
    { sessionClass, place }: { sessionClass: string; place: OpenSession },
  ): Promise<void> {
    const { request, service } = login;
    const { online, leases } = this.#options;
    try {
      const poolId = verdict.leaseFrom ?? 0;
      const framedIp = await leases.lease({ serviceId: service.id, poolId, sessionKey: sessionClass });
      if (framedIp !== null) {
        return this.#accept(login, { ...verdict, profile: { ...verdict.profile, framedIp } }, sessionClass);
      }
      online.withdraw(place);
      this.#refuse(request, service, 'the IP pool has no free address');
    } catch (error) {
      online.withdraw(place);
      this.#fail(request, error);
    }
  }

  #takePlace({ request, service, username, mac }: Login): OpenSession {
    const { nas, packet, at } = request;
    const before = this.#options.online.of(service.id);
    const acctSessionId = packet.text(Attribute.AcctSessionId);
    // A NAS that authenticates a session again while it is up says which one it is.
    const goesOn = acctSessionId !== null && before?.acctSessionId === acctSessionId && before.nasId === nas.facts.id;
    if (before && goesOn) return before;
    const place: OpenSession = {
      serviceId: service.id,
      nasId: nas.facts.id,
      acctSessionId: null,
      username,
      mac,
      nasPort: nasPortOf(packet),
      seenAt: at,
      replaces: before?.acctSessionId === null ? before.replaces : (before ?? null),
    };
    this.#options.online.put(place);
    return place;
  }

  #accept(login: Login, { profile, reason, bind }: Verdict, sessionClass: string): void {
    const { request, service, username, mac, method, proof } = login;
    if (bind !== null) this.#options.binder.bind(service, bind);
    this.#counts.accept.count += 1;
    this.#door.answer(request, {
      code: Code.AccessAccept,
      attributes: sharedAttributes(request.nas, profile),
      own: ownAttributes(profile, sessionClass, proof),
    });
    this.#log(request.nas, {
      at: request.at,
      service,
      username,
      mac,
      response: 'Access-Accept',
      reason,
      protocol: method,
    });
  }

  /** The password was right, but a rule is in the way: the subscriber may be told which. */
  #refuse(request: Request, service: Service, reason: string): void {
    const attributes = Buffer.concat([
      msChapError(request.packet, MsChapFailure.AccountDisabled),
      refusalAttributes(request.packet, reason),
    ]);
    this.#reject(request, reason, { service, attributes });
  }

  #reject(request: Request, reason: string, more: { service?: Service; attributes?: Buffer } = {}): void {
    const { packet, nas, at } = request;
    this.#counts.reject.count += 1;
    const own = more.attributes ?? NOTHING;
    this.#door.answer(request, {
      code: Code.AccessReject,
      own: own.length > 0 ? own : refusalAttributes(packet, null),
    });
    this.#log(nas, {
      at,
      service: more.service,
      username: usernameIn(packet),
      mac: macOf(packet.text(Attribute.CallingStationId)),
      response: 'Access-Reject',
      reason,
      protocol: methodOf(packet),
    });
  }

  #log(nas: Nas, answer: Omit<Parameters<AuthLog['add']>[0], 'nas'>): void {
    this.#options.authLog.add({ nas, ...answer });
  }

  /** Without the database nothing is known for certain: the NAS asks again, or asks another node. */
  #fail(request: Request, error: unknown): void {
    this.#counts.unanswered.count += 1;
    this.#options.log.debug({ err: error }, 'a log-in could not be answered');
    this.#door.abandon(request);
  }
}

/** PostgreSQL takes no NUL in a text. */
function usernameIn(packet: Packet): string {
  return (packet.text(Attribute.UserName) ?? '').replaceAll('\0', '');
}

import { authorise, type Decision } from '../../radius/policy/authorise.ts';
import { sessionAccess } from '../../radius/policy/session-access.ts';
import { newSessionClass } from '../../radius/policy/session-class.ts';
import type { Nas } from '../../radius/state/directory/nas.ts';
import type { Service } from '../../radius/state/directory/service.ts';
import type { DemoRadius } from './demo-radius.ts';

/** A log-in with the right password. */
export interface LogIn {
  readonly service: Service;
  readonly nas: Nas;
  readonly mac: string;
  /** Milliseconds. */
  readonly at: number;
}

interface Granted {
  readonly sessionClass: string;
  readonly ip: string;
}

type Approval = Extract<Decision, { ok: true }>;

/** Addresses that a NAS gives out of a pool of its own, in the shared space of carriers (RFC 6598). */
const addressAtNas = (serviceId: number): string => `100.96.${(serviceId >> 8) & 0xff}.${serviceId & 0xff}`;

/** Decides log-ins by the rules of the access handler, and logs its answers. */
export class LogIns {
  readonly #radius: DemoRadius;
  /** From when on there is an authentication log, in milliseconds: older answers have been removed. */
  readonly #loggedSince: number;

  constructor(radius: DemoRadius, loggedSince: number) {
    this.#radius = radius;
    this.#loggedSince = loggedSince;
  }

  /** Null: rejected. */
  async tryLogIn(logIn: LogIn): Promise<Granted | null> {
    const { service, mac, at } = logIn;
    const decision = authorise({ service, nas: logIn.nas, mac, now: at });
    if (!decision.ok) {
      this.reject(logIn, decision.reason);
      return null;
    }
    const sessionClass = newSessionClass(service.id, sessionAccess(decision));
    const ip = await this.#addressOf(logIn, decision, sessionClass);
    if (ip === null) {
      this.reject(logIn, 'the IP pool has no free address');
      return null;
    }
    if (decision.bind !== null) this.#radius.bind(service, decision.bind);
    this.#log(logIn, { response: 'Access-Accept', reason: decision.reason });
    return { sessionClass, ip };
  }

  async #addressOf({ service }: LogIn, { profile, leaseFrom }: Approval, sessionKey: string): Promise<string | null> {
    if (leaseFrom === null) return profile.framedIp ?? addressAtNas(service.id);
    return this.#radius.leases.lease({ serviceId: service.id, poolId: leaseFrom, sessionKey });
  }

  reject(logIn: LogIn, reason: string): void {
    this.#log(logIn, { response: 'Access-Reject', reason });
  }

  /** A name that no service has. */
  rejectUnknown(nas: Nas, { username, mac, at }: { username: string; mac: string; at: number }): void {
    if (at < this.#loggedSince) return;
    const answer = { response: 'Access-Reject', reason: 'unknown user', protocol: 'PAP' } as const;
    this.#radius.authLog.add({ at, nas, service: undefined, username, mac, ...answer });
  }

  #log(
    { service, nas, mac, at }: LogIn,
    answer: { response: 'Access-Accept' | 'Access-Reject'; reason: string | null },
  ) {
    if (at < this.#loggedSince) return;
    const protocol = service.id % 7 === 0 ? 'PAP' : service.id % 3 === 0 ? 'CHAP' : 'MS-CHAPv2';
    this.#radius.authLog.add({ at, nas, service, username: service.key, mac, protocol, ...answer });
  }
}

import { shownOctetText } from '../../core/network/octet-text.ts';
import { sessionAccess } from '../policy/session-access.ts';
import { newSessionClass } from '../policy/session-class.ts';
import { TIME_IS_UP } from '../policy/time-limit.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { nasPortOf } from '../protocol/packet/nas-port.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { Leases } from '../state/leases/leases.ts';
import type { PrefixLeases } from '../state/leases/prefix-leases.ts';
import type { Among } from '../state/leases/session-leases.ts';
import type { Availability } from '../state/sessions/availability.ts';
import type { Granted } from '../state/sessions/grants.ts';
import type { SessionOfService } from '../state/sessions/held-sessions.ts';
import type { Line } from '../state/sessions/line.ts';
import type { OpenSessions } from '../state/sessions/open-sessions.ts';
import type { PeerNodes } from '../state/sessions/peer-nodes.ts';
import type { OpenSession } from '../state/sessions/session.ts';
import type { SessionVerifier } from '../state/sessions/session-verifier.ts';
import type { TimeUsed } from '../state/time/time-used.ts';
import type { VolumeLeft } from '../state/volume/volume-left.ts';
import { decisionOn } from './decision.ts';
import { guestDecision } from './guest-decision.ts';
import type { Login } from './login.ts';
import type { Approval, LoginResponder } from './login-responder.ts';
import type { MacBinder } from './mac-binder.ts';
import { needsPrefix, prefixed } from './session-prefixes.ts';
import { needsTime, timeLimited } from './time-limit.ts';
import { needsVolume, volumeLimited } from './volume-limit.ts';

export interface AdmissionOptions {
  readonly directory: Directory;
  readonly openSessions: OpenSessions;
  readonly peers: PeerNodes;
  readonly verifier: SessionVerifier;
  readonly leases: Leases;
  readonly prefixLeases: PrefixLeases;
  readonly volumes: VolumeLeft;
  readonly times: TimeUsed;
  readonly binder: MacBinder;
}

/** Named in a refusal. */
const MAX_PLACES = 4;

/** Admits log-ins that the rules allow: as many lines of a service as may be online at once, and a leased address where one is needed. */
export class Admission {
  readonly #responder: LoginResponder;
  readonly #options: AdmissionOptions;

  constructor(responder: LoginResponder, options: AdmissionOptions) {
    this.#responder = responder;
    this.#options = options;
  }

  /** Applies the rules to a log-in that has proved itself. */
  authorise(login: Login): void {
    const decision = decisionOn(login.request, login.service, login.mac);
    const allowed = decision.ok && login.guestUntil !== undefined ? guestDecision(login, decision) : decision;
    if (allowed.ok) this.#admit(login, allowed);
    else this.#responder.deny(login, allowed.reason);
  }

  #admit(login: Login, approval: Approval): void {
    const line = lineOf(login);
    const { status } = this.#availability(login, line);
    if (status === 'free' || status === 'own') this.#accept(login, approval, line);
    else void this.#verifyAndAdmit(login, approval, line);
  }

  /** Queries the database first. A session that is still uncertain then is a stale one, which does not count. */
  async #verifyAndAdmit(login: Login, approval: Approval, line: Line): Promise<void> {
    const { request, service } = login;
    try {
      await this.#options.verifier.verify(service.id);
      const availability = this.#availability(login, line);
      if (availability.status !== 'taken') this.#accept(login, approval, line);
      else this.#responder.deny(login, this.#whyTaken(availability.by));
    } catch (error) {
      this.#responder.leaveUnanswered(request, error);
    }
  }

  #availability({ request, service }: Login, line: Line): Availability {
    return this.#options.openSessions.availability(service.id, line, request.at);
  }

  /** Names the places. */
  #whyTaken(sessions: readonly OpenSession[]): string {
    const places = sessions.slice(0, MAX_PLACES).map((each) => this.#placeOf(each));
    if (sessions.length === 1) return `another session is open${places.join()}`;
    const others = sessions.length > MAX_PLACES ? `; and ${sessions.length - MAX_PLACES} more` : '';
    return `${sessions.length} sessions are open, which is the limit:${places.join(';')}${others}`;
  }

  #placeOf({ nasId, nasPort }: OpenSession): string {
    const nas = this.#options.directory.nas(nasId);
    return `${nas ? ` on the NAS ${nas.facts.ip}` : ''}${nasPort === null ? '' : `, port ${shownOctetText(nasPort)}`}`;
  }

  #accept(login: Login, approval: Approval, line: Line): void {
    const sessionClass = newSessionClass(login.service.id, sessionAccess(approval));
    // Reserved at once, so that a concurrent log-in finds it.
    const reservation = this.#reserve(login, sessionClass, line);
    if (approval.bind !== null) this.#options.binder.bind(login.service, approval.bind);
    const isReady = approval.leaseFrom === null && !needsPrefix(approval) && !needsVolume(login, approval);
    if (isReady && !needsTime(login, approval)) {
      this.#responder.accept(login, approval, sessionClass);
      return;
    }
    void this.#lease(login, approval, { sessionClass, reservation });
  }

  /** Leases are committed before the answer is sent. */
  async #lease(login: Login, asked: Approval, { sessionClass: key, reservation }: LeaseFor): Promise<void> {
    const { request, service } = login;
    const { leases, prefixLeases, volumes, times } = this.#options;
    const { grants } = this.#options.openSessions;
    const among = amongOf(reservation);
    let granted: SessionOfService = reservation;
    try {
      const timed = await timeLimited(times, login, asked);
      if (timed === null) {
        grants.revoke(granted);
        return this.#responder.deny(login, TIME_IS_UP);
      }
      const allowed = await volumeLimited(volumes, login, timed);
      const { approval, sessionClass } = await prefixed(prefixLeases, allowed, {
        serviceId: service.id,
        sessionClass: key,
        among,
      });
      if (sessionClass !== key) granted = grants.classify(reservation, sessionClass);
      const { leaseFrom: poolId, profile } = approval;
      if (poolId === null) return this.#responder.accept(login, approval, sessionClass);
      const framedIp = await leases.lease({ serviceId: service.id, poolId, sessionKey: sessionClass, among });
      if (framedIp !== null)
        return this.#responder.accept(login, { ...approval, profile: { ...profile, framedIp } }, sessionClass);
      grants.revoke(granted);
      this.#responder.deny(login, 'the IP pool has no free address');
    } catch (error) {
      grants.revoke(granted);
      this.#responder.leaveUnanswered(request, error);
    }
  }

  #reserve({ request, service, username }: Login, sessionClass: string, line: Line): Granted {
    const { packet, at } = request;
    const { nasId, mac, nasPort } = line;
    const login = { serviceId: service.id, nasId, username, mac, nasPort, sessionClass, startedAt: at, seenAt: at };
    const granted = this.#options.openSessions.grants.add(login, packet.text(Attribute.AcctSessionId));
    if (granted.isNew) this.#options.peers.announceGrant(login);
    return granted;
  }
}

interface LeaseFor {
  readonly sessionClass: string;
  readonly reservation: Granted;
}

function amongOf({ among: limit, replacedClass }: Granted): Among | undefined {
  return limit === undefined ? undefined : { limit, replacedKey: replacedClass };
}

function lineOf({ request: { nas, packet }, mac }: Login): Line {
  return { nasId: nas.facts.id, mac, nasPort: nasPortOf(packet) };
}

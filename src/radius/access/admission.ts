import { shownOctetText } from '../../core/octet-text.ts';
import { sessionAccess } from '../policy/session-access.ts';
import { newSessionClass } from '../policy/session-class.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { nasPortOf } from '../protocol/packet/nas-port.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { Leases } from '../state/leases/leases.ts';
import type { Availability, Line, OpenSession, OpenSessions } from '../state/sessions/open-sessions.ts';
import type { PeerNodes } from '../state/sessions/peer-nodes.ts';
import type { SessionVerifier } from '../state/sessions/session-verifier.ts';
import type { LoginAnswers, Verdict } from './answers.ts';
import type { Login } from './login.ts';
import type { MacBinder } from './mac-binder.ts';

export interface AdmissionOptions {
  readonly directory: Directory;
  readonly online: OpenSessions;
  readonly others: PeerNodes;
  readonly verifier: SessionVerifier;
  readonly leases: Leases;
  readonly binder: MacBinder;
}

/** Gives a log-in that the rules allow its place: one session per service, and an address where one has to be leased. */
export class Admission {
  readonly #answers: LoginAnswers;
  readonly #options: AdmissionOptions;

  constructor(answers: LoginAnswers, options: AdmissionOptions) {
    this.#answers = answers;
    this.#options = options;
  }

  decide(login: Login, verdict: Verdict): void {
    const line = lineOf(login);
    const { status } = this.#availability(login, line);
    if (status === 'free' || status === 'own') this.#admit(login, verdict, line);
    else void this.#decideAgain(login, verdict, line);
  }

  /** The database is asked first; what is doubtful still is a session that nobody has heard of for long. */
  async #decideAgain(login: Login, verdict: Verdict, line: Line): Promise<void> {
    const { request, service } = login;
    try {
      await this.#options.verifier.verify(service.id);
      const availability = this.#availability(login, line);
      if (availability.status !== 'taken') this.#admit(login, verdict, line);
      else this.#answers.refuse(request, service, `another session is open${this.#whereIs(availability.by)}`);
    } catch (error) {
      this.#answers.leave(request, error);
    }
  }

  #availability({ request, service }: Login, line: Line): Availability {
    return this.#options.online.availability(service.id, line, request.at);
  }

  #whereIs({ nasId, nasPort }: OpenSession): string {
    const nas = this.#options.directory.nas(nasId);
    return `${nas ? ` on the NAS ${nas.facts.ip}` : ''}${nasPort === null ? '' : `, port ${shownOctetText(nasPort)}`}`;
  }

  #admit(login: Login, verdict: Verdict, line: Line): void {
    const sessionClass = newSessionClass(login.service.id, sessionAccess(verdict));
    // Taken at once, so that a second log-in beside this one finds it.
    const place = this.#takePlace(login, sessionClass, line);
    if (verdict.bind !== null) this.#options.binder.bind(login.service, verdict.bind);
    if (verdict.leaseFrom === null) {
      this.#answers.accept(login, verdict, sessionClass);
      return;
    }
    void this.#lease(login, verdict, { poolId: verdict.leaseFrom, sessionClass, place });
  }

  /** The lease is committed before the answer goes out. */
  async #lease(
    login: Login,
    verdict: Verdict,
    { poolId, sessionClass, place }: { poolId: number; sessionClass: string; place: OpenSession },
  ): Promise<void> {
    const { request, service } = login;
    const { online, leases } = this.#options;
    try {
      const framedIp = await leases.lease({ serviceId: service.id, poolId, sessionKey: sessionClass });
      const profile = { ...verdict.profile, framedIp };
      if (framedIp !== null) return this.#answers.accept(login, { ...verdict, profile }, sessionClass);
      online.revoke(place);
      this.#answers.refuse(request, service, 'the IP pool has no free address');
    } catch (error) {
      online.revoke(place);
      this.#answers.leave(request, error);
    }
  }

  #takePlace({ request, service, username }: Login, sessionClass: string, line: Line): OpenSession {
    const { nas, packet, at } = request;
    const before = this.#options.online.get(service.id);
    const acctSessionId = packet.text(Attribute.AcctSessionId);
    // A NAS that authenticates a session again while it is up says which one it is.
    const goesOn = acctSessionId !== null && before?.acctSessionId === acctSessionId && before.nasId === nas.facts.id;
    if (before && goesOn) return before;
    const replaces = before?.acctSessionId === null ? before.replaces : (before ?? null);
    const place: OpenSession = {
      serviceId: service.id,
      nasId: line.nasId,
      acctSessionId: null,
      username,
      // The same texts are kept once: a subscriber comes back from where it was.
      mac: before?.mac === line.mac ? before.mac : line.mac,
      nasPort: before?.nasPort === line.nasPort ? before.nasPort : line.nasPort,
      sessionClass,
      seenAt: at,
      replaces,
    };
    this.#options.online.put(place);
    this.#options.others.announceGrant(place);
    return place;
  }
}

function lineOf({ request: { nas, packet }, mac }: Login): Line {
  return { nasId: nas.facts.id, mac, nasPort: nasPortOf(packet) };
}

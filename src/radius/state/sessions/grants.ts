import type { HeldSessions, SessionOfService } from './held-sessions.ts';
import { compareLines } from './line.ts';
import { hasOne, replacedBy } from './places.ts';
import type { RulesOf } from './rules.ts';
import { type Grant, type HeldSession, isSame, type OpenSession } from './session.ts';

/** An accepted log-in, which has its place. */
export interface Granted extends SessionOfService {
  /** The Class of the session of this line whose place it took: the log-in keeps its leases. Null: unknown, or there was none. */
  readonly replacedClass: string | null;
  /** How many lines the service may have; undefined: its session is the only one, and may be no other's. */
  readonly among: number | undefined;
  /** Whether it is about to open a session: none that is open goes on. */
  readonly isNew: boolean;
}

type LogIn = Omit<OpenSession, 'acctSessionId' | 'replaces'>;

/** Accepted log-ins, which are about to open sessions. */
export class Grants {
  readonly #held: HeldSessions;
  readonly #rulesOf: RulesOf;

  constructor(held: HeldSessions, rulesOf: RulesOf) {
    this.#held = held;
    this.#rulesOf = rulesOf;
  }

  /** A log-in was accepted here. `acctSessionId`: what its NAS calls the session, as one does that authenticates an open one again. */
  add(login: LogIn, acctSessionId: string | null): Granted {
    const { serviceId, nasId } = login;
    const sessions = this.#held.of(serviceId);
    const open = acctSessionId === null ? undefined : sessions.find((each) => isSame(each, { nasId, acctSessionId }));
    const rules = this.#rulesOf(serviceId, login.seenAt);
    const among = hasOne(sessions, rules) ? undefined : rules.limit;
    if (open) return { serviceId, revision: open.revision, replacedClass: open.sessionClass, among, isNew: false };
    const before = replacedBy(sessions, login, rules);
    const isOwnLine = before !== undefined && compareLines(before, login) !== 'other';
    const revision = this.#put(login, before);
    return { serviceId, revision, replacedClass: isOwnLine ? before.sessionClass : null, among, isNew: true };
  }

  /** Another node has accepted a log-in. */
  addElsewhere(grant: Grant, now: number): void {
    const { serviceId } = grant;
    const rules = this.#rulesOf(serviceId, now);
    const before = replacedBy(this.#held.of(serviceId), grant, rules);
    // Both nodes have accepted a log-in, unless one device asked both.
    if (before?.acctSessionId === null && !rules.isStale(before)) return;
    this.#put({ ...grant, username: '', sessionClass: null, startedAt: now, seenAt: now }, before);
  }

  #put(login: LogIn, before: HeldSession | undefined): number {
    const replaces = before?.acctSessionId === null ? before.replaces : (before ?? null);
    const { serviceId, nasId, username, mac, nasPort, sessionClass, startedAt, seenAt } = login;
    // Written out, as in `heldOf`: each log-in comes here.
    return this.#held.put(
      {
        serviceId,
        nasId,
        acctSessionId: null,
        username,
        mac,
        nasPort,
        sessionClass,
        startedAt,
        seenAt,
        replaces,
      },
      before,
    );
  }

  /** Gives a log-in another Class, if it is still the service's and its session has not begun. Returns it as it is now. */
  classify(granted: SessionOfService, sessionClass: string): SessionOfService {
    const open = this.#held.find(granted);
    if (open?.acctSessionId !== null) return granted;
    return { serviceId: granted.serviceId, revision: this.#held.put({ ...open, sessionClass }, open) };
  }

  /** Takes a log-in back, if it is still the service's: the session that it replaced is the service's again. */
  revoke(granted: SessionOfService): void {
    const open = this.#held.find(granted);
    if (open?.replaces) this.#held.put(open.replaces, open);
    else if (open) this.#held.remove(open);
  }
}

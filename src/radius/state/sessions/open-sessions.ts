import { type Availability, FREE, OWN, UNCERTAIN } from './availability.ts';
import { Grants } from './grants.ts';
import { HeldSessions } from './held-sessions.ts';
import type { Line } from './line.ts';
import { hasOne, placeFor, placeOf } from './places.ts';
import { type RuleSources, type RulesOf, rulesFrom } from './rules.ts';
import { type EndedSession, type HeldSession, isGrantOfOtherNode, isSame, type OpenSession } from './session.ts';

/**
 * The open sessions of each service, one of each line, in memory, so that their limit costs no query. See the README for what
 * other nodes contribute.
 */
export class OpenSessions {
  readonly held = new HeldSessions();
  readonly grants: Grants;
  readonly #rulesOf: RulesOf;
  /** Services of which another node has opened a session that is not in memory yet. */
  readonly #openedElsewhere = new Set<number>();
  /** All open sessions have been read once. Until then, a service without a session in memory may have one. */
  #isComplete = false;
  /** Services whose session has ended while a page of sessions is being read, which may still have it. */
  #endedMeanwhile: Set<number> | undefined;

  constructor(sources: RuleSources = {}) {
    this.#rulesOf = rulesFrom(sources);
    this.grants = new Grants(this.held, this.#rulesOf);
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Puts a page of the open sessions of the database into memory, which may be newer. @throws what `read` throws */
  async putPage(read: () => Promise<readonly OpenSession[]>): Promise<void> {
    const ended = new Set<number>();
    this.#endedMeanwhile = ended;
    for (const session of await read()) {
      const { serviceId } = session;
      const sessions = this.held.of(serviceId);
      const [open] = sessions;
      const isAlone = hasOne(sessions, this.#rulesOf(serviceId, session.seenAt));
      if (isAlone && open) this.#compare(open, session);
      else if (!ended.has(serviceId)) this.seen(session, false);
      else if (!isAlone) this.openedElsewhere(serviceId);
    }
  }

  /** What another node has opened may have been missed: the next log-in asks the database. */
  #compare(open: OpenSession, session: OpenSession): void {
    if (open.acctSessionId !== null && !isSame(open, session)) this.openedElsewhere(session.serviceId);
  }

  /** All pages have been put. */
  complete(): void {
    this.#isComplete = true;
    this.#endedMeanwhile = undefined;
  }

  /** Another node has opened a session of the service. It is in the database; the grant that preceded it was not. */
  openedElsewhere(serviceId: number): void {
    const sessions = this.held.of(serviceId);
    const [open] = sessions;
    if (open && isGrantOfOtherNode(open) && hasOne(sessions, this.#rulesOf(serviceId, 0))) this.grants.revoke(open);
    this.#openedElsewhere.add(serviceId);
  }

  /** Whether another node may know of a newer session of the service. */
  mayBeOutdated(serviceId: number): boolean {
    return this.#openedElsewhere.has(serviceId);
  }

  /** Whether each other line of the service takes the place of the one that is open. */
  isAlone(serviceId: number): boolean {
    return hasOne(this.held.of(serviceId), this.#rulesOf(serviceId, 0));
  }

  /** Whether the service may open a session on the line, as far as this node knows. */
  availability(serviceId: number, line: Line, now: number): Availability {
    const sessions = this.held.of(serviceId);
    const rules = this.#rulesOf(serviceId, now);
    const place = placeFor(sessions, line, rules);
    if (typeof place !== 'string') return { status: 'taken', by: place };
    // The NAS of a stale session may send to another node by now.
    const isLost = (each: OpenSession) => each.acctSessionId !== null && rules.isStale(each);
    if (this.#openedElsewhere.has(serviceId) || (place === 'free' && sessions.some(isLost))) return UNCERTAIN;
    if (place === 'own') return OWN;
    return this.#isComplete ? FREE : UNCERTAIN;
  }

  /** An accounting record says that the session is open; `isStart`: that it begins. Returns whether it is new in memory. */
  seen(session: OpenSession, isStart: boolean): boolean {
    if (this.held.touch(session)) return false;
    const { serviceId, seenAt } = session;
    const sessions = this.held.of(serviceId);
    const place = sessions.length === 0 ? 'new' : placeOf(sessions, session, this.#rulesOf(serviceId, seenAt), isStart);
    if (place === 'none') return false;
    this.held.put(session, place === 'new' ? undefined : place);
    return true;
  }

  /** Memory is about to have what the database says of the service. */
  markVerified(serviceId: number): void {
    this.#openedElsewhere.delete(serviceId);
  }

  /** The database has these open sessions of the service, the newest last, and accepted log-ins nowhere. */
  verified(serviceId: number, found: readonly OpenSession[]): void {
    const sessions = this.held.of(serviceId);
    if (hasOne(sessions, this.#rulesOf(serviceId, 0))) {
      this.#verifiedOne(sessions[0], found.at(-1));
      return;
    }
    for (const each of sessions) {
      const isThere = each.acctSessionId === null || found.some((one) => isSame(each, one));
      if (!isThere) this.held.remove(each);
    }
    for (const each of found) this.seen(each, false);
  }

  #verifiedOne(open: HeldSession | undefined, found: OpenSession | undefined): void {
    const isGrant = open?.acctSessionId === null;
    if (found && !(isGrant && open.seenAt > found.seenAt)) this.held.put(found, open);
    else if (!found && open && !isGrant) this.held.remove(open);
  }

  /** Forgets the session if it is still one of the service's. */
  close(session: EndedSession): void {
    if (session.serviceId !== null) this.#endedMeanwhile?.add(session.serviceId);
    this.held.removeEnded(session);
  }

  /** The sessions of a NAS that began at this time or before are gone. */
  closeNas(nasId: number, beganBy: number): void {
    for (const serviceId of this.held.removeOfNas(nasId, beganBy)) this.#endedMeanwhile?.add(serviceId);
  }
}

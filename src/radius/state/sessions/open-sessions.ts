import { type Availability, FREE, OWN, UNCERTAIN } from './availability.ts';
import { compareLines, type Line } from './line.ts';
import { type EndedSession, type Grant, type HeldSession, isSameLogin, type OpenSession } from './session.ts';
import { SessionStore } from './session-store.ts';
import { type InterimIntervals, isStale } from './stale.ts';

/** A session of a service, by its revision. */
export type SessionOfService = Pick<HeldSession, 'serviceId' | 'revision'>;

/**
 * The open session of each service, in memory, so that the limit of one session per service costs no query. See the
 * README for what other nodes contribute.
 */
export class OpenSessions {
  readonly #store = new SessionStore();
  /** Services of which another node has opened a session that is not in memory yet. */
  readonly #openedElsewhere = new Set<number>();
  /** All open sessions have been read once. Until then, a service without a session in memory may have one. */
  #isComplete = false;
  /** Services whose session has ended while a page of sessions is being read, which may still have it. */
  #endedMeanwhile: Set<number> | undefined;
  readonly #intervals: InterimIntervals;

  constructor(intervals: InterimIntervals = () => undefined) {
    this.#intervals = intervals;
  }

  get size(): number {
    return this.#store.size;
  }

  /** Octets of memory taken, used or not. */
  get octets(): number {
    return this.#store.octets;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  get(serviceId: number): HeldSession | undefined {
    return this.#store.get(serviceId);
  }

  /** Changes whenever the service gets another session; 0 while it has none. */
  revisionOf(serviceId: number): number {
    return this.#store.revisionOf(serviceId);
  }

  /** Returns its revision. */
  put(session: OpenSession): number {
    return this.#store.put(session);
  }

  /** Puts a page of the open sessions of the database into memory, which may be newer. @throws what `read` throws */
  async putPage(read: () => Promise<readonly OpenSession[]>): Promise<void> {
    const ended = new Set<number>();
    this.#endedMeanwhile = ended;
    for (const session of await read()) {
      const open = this.get(session.serviceId);
      // What another node has opened may have been missed: the next log-in asks the database.
      if (open) this.#compare(open, session);
      else if (!ended.has(session.serviceId)) this.put(session);
    }
  }

  #compare(open: OpenSession, { serviceId, nasId, acctSessionId }: OpenSession): void {
    const isAnother = open.acctSessionId !== acctSessionId || open.nasId !== nasId;
    if (open.acctSessionId !== null && isAnother) this.openedElsewhere(serviceId);
  }

  /** All pages have been put. */
  complete(): void {
    this.#isComplete = true;
    this.#endedMeanwhile = undefined;
  }

  /** Another node has opened a session of the service. It is in the database; the grant that preceded it was not. */
  openedElsewhere(serviceId: number): void {
    const open = this.get(serviceId);
    if (open && isGrantOfOtherNode(open)) this.revoke(open);
    this.#openedElsewhere.add(serviceId);
  }

  /** Another node has accepted a log-in, which is about to open a session. */
  grantedElsewhere(grant: Grant, now: number): void {
    const open = this.get(grant.serviceId);
    // Both nodes have accepted a log-in, unless one device asked both.
    if (open?.acctSessionId === null && !isStale(open, now, this.#intervals)) return;
    const replaces = open?.acctSessionId === null ? open.replaces : (open ?? null);
    this.put({
      ...grant,
      acctSessionId: null,
      username: '',
      sessionClass: null,
      startedAt: now,
      seenAt: now,
      replaces,
    });
  }

  /** Whether another node may know of a newer session of the service. */
  mayBeOutdated(serviceId: number): boolean {
    return this.#openedElsewhere.has(serviceId);
  }

  /** Memory has what the database says of the service. */
  markVerified(serviceId: number): void {
    this.#openedElsewhere.delete(serviceId);
  }

  /** Whether the service may open a session on the line, as far as this node knows. */
  availability(serviceId: number, line: Line, now: number): Availability {
    const open = this.get(serviceId);
    const stale = open !== undefined && isStale(open, now, this.#intervals);
    if (open && !stale && compareLines(open, line) === 'other') return { status: 'taken', by: open };
    // The NAS of a stale session may send to another node by now.
    if (this.#openedElsewhere.has(serviceId) || (stale && open.acctSessionId !== null)) return UNCERTAIN;
    if (open && !stale) return OWN;
    return this.#isComplete ? FREE : UNCERTAIN;
  }

  /**
   * An accounting record says that the session is open. It becomes the service's unless another one is, and is not stale; a Start
   * replaces one of another log-in. Returns whether it is new in memory.
   */
  seen(session: OpenSession, isStart: boolean): boolean {
    if (this.#store.touch(session)) return false;
    const open = this.get(session.serviceId);
    const isHeld = open && !isStale(open, session.seenAt, this.#intervals);
    if (isHeld && (!isStart || (open.acctSessionId !== null && isSameLogin(open, session)))) return false;
    this.put(session);
    return true;
  }

  /** Forgets the session if it is still the service's. */
  close(session: EndedSession): void {
    if (session.serviceId !== null) this.#endedMeanwhile?.add(session.serviceId);
    this.#store.removeEnded(session);
  }

  /** Gives a granted session another Class, if it is still the service's and has not begun. Returns it as it is now. */
  classify(granted: SessionOfService, sessionClass: string): SessionOfService {
    const open = this.get(granted.serviceId);
    if (open?.revision !== granted.revision || open.acctSessionId !== null) return granted;
    return { serviceId: granted.serviceId, revision: this.put({ ...open, sessionClass }) };
  }

  /** Takes a grant back, if it is still the service's: the session that it replaced is the service's again. */
  revoke({ serviceId, revision }: SessionOfService): void {
    const open = this.get(serviceId);
    if (open?.revision !== revision) return;
    if (open.replaces) this.put(open.replaces);
    else this.forget(serviceId);
  }

  forget(serviceId: number): void {
    this.#store.remove(serviceId);
  }

  /** The sessions of a NAS that began at this time or before are gone. */
  closeNas(nasId: number, beganBy: number): void {
    for (const serviceId of this.#store.removeOfNas(nasId, beganBy)) this.#endedMeanwhile?.add(serviceId);
  }
}

/** Only the node that granted a session knows its Class until the session begins. */
function isGrantOfOtherNode({ acctSessionId, sessionClass }: OpenSession): boolean {
  return acctSessionId === null && sessionClass === null;
}

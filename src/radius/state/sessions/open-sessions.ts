import { INTERIM_INTERVAL_S, MISSED_INTERIMS } from '../../../areas/sessions/interim.ts';
import { compareLines, type Line } from './line.ts';

/** The session of a service: open, or granted by an Access-Accept and about to open. */
export interface OpenSession extends Line {
  readonly serviceId: number;
  /** Null until its first accounting record. */
  readonly acctSessionId: string | null;
  /** As the NAS spells it. */
  readonly username: string;
  /** The Class that its Access-Accept gave it; null when unknown. */
  readonly sessionClass: string | null;
  /** Time of the last packet about it, in milliseconds. */
  seenAt: number;
  /** The session that was open when this one was granted; its Start tells whether that one is gone. */
  readonly replaces: OpenSession | null;
}

/** A session without a packet for this long counts as gone. */
const STALE_MS = MISSED_INTERIMS * INTERIM_INTERVAL_S * 1000;

/** A granted session without a Start for this long counts as gone. */
const START_TIMEOUT_MS = 30_000;

/** `serviceId` is null when the service of the session is unknown. */
export interface EndedSession {
  readonly serviceId: number | null;
  readonly nasId: number;
  readonly acctSessionId: string;
}

/** A log-in that was accepted. */
export type Grant = Line & Pick<OpenSession, 'serviceId'>;

/** Whether a service may open a session. */
export type Availability =
  | { readonly status: 'free' }
  /** The open session is on the same line and was lost by its NAS, or nothing tells the two lines apart. */
  | { readonly status: 'own' }
  | { readonly status: 'taken'; readonly by: OpenSession }
  /** Another node may know of a session: the database has to be queried. */
  | { readonly status: 'uncertain' };

const FREE: Availability = { status: 'free' };
const OWN: Availability = { status: 'own' };
const UNCERTAIN: Availability = { status: 'uncertain' };

/**
 * The open session of each service, in memory, so that the limit of one session per service costs no query. See the
 * README for what other nodes contribute.
 */
export class OpenSessions {
  readonly #byService = new Map<number, OpenSession>();
  /** Services of which another node has opened a session that is not in memory yet. */
  readonly #openedElsewhere = new Set<number>();

  get size(): number {
    return this.#byService.size;
  }

  get(serviceId: number): OpenSession | undefined {
    return this.#byService.get(serviceId);
  }

  put(session: OpenSession): void {
    this.#byService.set(session.serviceId, session);
  }

  /** Another node has opened a session of the service. It is in the database; the grant that preceded it was not. */
  openedElsewhere(serviceId: number): void {
    const open = this.#byService.get(serviceId);
    if (open && isGrantOfOtherNode(open)) this.revoke(open);
    this.#openedElsewhere.add(serviceId);
  }

  /** Another node has accepted a log-in, which is about to open a session. */
  grantedElsewhere(grant: Grant, now: number): void {
    const open = this.#byService.get(grant.serviceId);
    // Both nodes have accepted a log-in, unless one device asked both.
    if (open?.acctSessionId === null && !isStale(open, now)) return;
    const replaces = open?.acctSessionId === null ? open.replaces : (open ?? null);
    this.put({ ...grant, acctSessionId: null, username: '', sessionClass: null, seenAt: now, replaces });
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
    const open = this.#byService.get(serviceId);
    const stale = open !== undefined && isStale(open, now);
    if (open && !stale && compareLines(open, line) === 'other') return { status: 'taken', by: open };
    // The NAS of a stale session may send to another node by now.
    if (this.#openedElsewhere.has(serviceId) || (stale && open.acctSessionId !== null)) return UNCERTAIN;
    return open && !stale ? OWN : FREE;
  }

  /**
   * An accounting record says that the session is open. It becomes the service's unless another one is, and is not stale.
   * Returns whether it is new in memory.
   */
  seen(session: OpenSession, isStart: boolean): boolean {
    const open = this.#byService.get(session.serviceId);
    if (open?.acctSessionId === session.acctSessionId && open.nasId === session.nasId) {
      if (session.seenAt > open.seenAt) open.seenAt = session.seenAt;
      return false;
    }
    if (!isStart && open && !isStale(open, session.seenAt)) return false;
    this.put(session);
    return true;
  }

  /** Forgets the session if it is still the service's. */
  close({ serviceId, nasId, acctSessionId }: EndedSession): void {
    if (serviceId === null) return;
    const open = this.#byService.get(serviceId);
    if (open?.nasId === nasId && open.acctSessionId === acctSessionId) this.#byService.delete(serviceId);
  }

  /** Takes a grant back: the session that it replaced is the service's again. */
  revoke(session: OpenSession): void {
    if (this.#byService.get(session.serviceId) !== session) return;
    if (session.replaces) this.put(session.replaces);
    else this.forget(session.serviceId);
  }

  forget(serviceId: number): void {
    this.#byService.delete(serviceId);
  }

  /** All sessions of a NAS are gone. */
  closeNas(nasId: number): void {
    for (const open of this.#byService.values()) {
      if (open.nasId === nasId) this.#byService.delete(open.serviceId);
    }
  }
}

function isStale(open: OpenSession, now: number): boolean {
  return now - open.seenAt > (open.acctSessionId === null ? START_TIMEOUT_MS : STALE_MS);
}

/** Only the node that granted a session knows its Class until the session begins. */
function isGrantOfOtherNode({ acctSessionId, sessionClass }: OpenSession): boolean {
  return acctSessionId === null && sessionClass === null;
}

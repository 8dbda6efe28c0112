import { INTERIM_INTERVAL_S, MISSED_INTERIMS } from '../../../areas/sessions/interim.ts';

/** Where a service is online, or was granted access and is about to be. */
export interface OpenSession {
  readonly serviceId: number;
  readonly nasId: number;
  /** Null until its first accounting record. */
  readonly acctSessionId: string | null;
  /** As the NAS spells it. */
  readonly username: string;
  readonly mac: string | null;
  readonly nasPort: string | null;
  /** Our Class of its log-in, as far as it is known. */
  readonly sessionClass: string | null;
  /** When something was last heard of it, in milliseconds. */
  seenAt: number;
  /** What was open before this one was granted; its Start says whether it is gone. */
  readonly replaces: OpenSession | null;
}

/** Silent for as long as this, a session counts as gone. */
const STALE_MS = MISSED_INTERIMS * INTERIM_INTERVAL_S * 1000;

/** How long a session that was granted may take until its Start. */
const START_MS = 30_000;

/** Who asks for a session. */
export type Line = Pick<OpenSession, 'nasId' | 'mac' | 'nasPort'>;

/** `serviceId` is null when the service of the session is unknown. */
export interface EndedSession {
  readonly serviceId: number | null;
  readonly nasId: number;
  readonly acctSessionId: string;
}

/** A log-in that was accepted. */
export type Grant = Line & Pick<OpenSession, 'serviceId'>;

export type Availability =
  | { readonly status: 'free' }
  /** It is the claimant's own session, which its NAS has lost, or nothing tells that it is not. */
  | { readonly status: 'own' }
  | { readonly status: 'taken'; readonly by: OpenSession }
  /** Another node may know of a session. */
  | { readonly status: 'uncertain' };

const FREE: Availability = { status: 'free' };
const OWN: Availability = { status: 'own' };
const UNCERTAIN: Availability = { status: 'uncertain' };

/**
 * The open session of each service, in memory: one session per service is decided without a query. Other nodes tell of
 * which services they opened a session, and those are looked up when they log in here; and whom they have let in.
 */
export class OpenSessions {
  readonly #byService = new Map<number, OpenSession>();
  readonly #elsewhere = new Set<number>();

  get size(): number {
    return this.#byService.size;
  }

  get(serviceId: number): OpenSession | undefined {
    return this.#byService.get(serviceId);
  }

  put(session: OpenSession): void {
    this.#byService.set(session.serviceId, session);
  }

  /** Another node has opened a session of the service: it is in the database, where its log-in was not. */
  openedElsewhere(serviceId: number): void {
    const open = this.#byService.get(serviceId);
    if (open && isGrantOfAnother(open)) this.revoke(open);
    this.#elsewhere.add(serviceId);
  }

  /** Another node has let somebody in, who is about to open a session. */
  grantedElsewhere(grant: Grant, now: number): void {
    const open = this.#byService.get(grant.serviceId);
    // Both were let in, if it is not the same one who asked here as well.
    if (open?.acctSessionId === null && !isStale(open, now)) return;
    const replaces = open?.acctSessionId === null ? open.replaces : (open ?? null);
    this.put({ ...grant, acctSessionId: null, username: '', sessionClass: null, seenAt: now, replaces });
  }

  /** Another node may know something newer of the service. */
  mayBeOutdated(serviceId: number): boolean {
    return this.#elsewhere.has(serviceId);
  }

  /** What the database says of the service is in memory now. */
  markVerified(serviceId: number): void {
    this.#elsewhere.delete(serviceId);
  }

  /** Whether the service may open a session from there, as far as this node knows. */
  availability(serviceId: number, claimant: Line, now: number): Availability {
    const open = this.#byService.get(serviceId);
    const stale = open !== undefined && isStale(open, now);
    if (open && !stale && compareLines(open, claimant) === 'other') return { status: 'taken', by: open };
    // The NAS of a stale one may speak to another node by now.
    if (this.#elsewhere.has(serviceId) || (stale && open.acctSessionId !== null)) return UNCERTAIN;
    return open && !stale ? OWN : FREE;
  }

  /**
   * Something was heard of a session that goes on. It is the service's, unless another one is and is not stale. Returns
   * whether memory has it only now.
   */
  seen(session: OpenSession, isNew: boolean): boolean {
    const open = this.#byService.get(session.serviceId);
    if (open?.acctSessionId === session.acctSessionId && open.nasId === session.nasId) {
      if (session.seenAt > open.seenAt) open.seenAt = session.seenAt;
      return false;
    }
    if (!isNew && open && !isStale(open, session.seenAt)) return false;
    this.put(session);
    return true;
  }

  /** Forgets the session if it is still the service's. */
  close({ serviceId, nasId, acctSessionId }: EndedSession): void {
    if (serviceId === null) return;
    const open = this.#byService.get(serviceId);
    if (open?.nasId === nasId && open.acctSessionId === acctSessionId) this.#byService.delete(serviceId);
  }

  /** Takes back a place that was granted and not given. */
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
  return now - open.seenAt > (open.acctSessionId === null ? START_MS : STALE_MS);
}

/** Its Class is that node's secret until the session begins; what was granted here has one. */
function isGrantOfAnother({ acctSessionId, sessionClass }: OpenSession): boolean {
  return acctSessionId === null && sessionClass === null;
}

/**
 * Whether two sessions are of one line: of the same device, or, where the NAS tells no MAC address, of the same port.
 * Unknown is what one NAS tells nothing of that could be compared.
 */
export function compareLines(open: Line, claimant: Line): 'same' | 'other' | 'unknown' {
  if (open.mac !== null && claimant.mac !== null) return open.mac === claimant.mac ? 'same' : 'other';
  if (open.nasId !== claimant.nasId) return 'other';
  if (open.nasPort === null || claimant.nasPort === null) return 'unknown';
  return open.nasPort === claimant.nasPort ? 'same' : 'other';
}

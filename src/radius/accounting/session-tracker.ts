import { RIGHT_WITHIN_MS } from '../state/directory/nas-clock.ts';
import type { OpenSessions } from '../state/sessions/open-sessions.ts';
import type { PeerNodes } from '../state/sessions/peer-nodes.ts';
import type { OpenSession } from '../state/sessions/session.ts';
import type { OutdatedGrants } from './outdated-grants.ts';
import { type AccountingRecord, isNasRecord, type SessionRecord } from './record/record.ts';
import { type Takeover, takeoverBy } from './session-takeover.ts';

export interface SessionTrackerOptions {
  readonly openSessions: OpenSessions;
  readonly peers: PeerNodes;
  readonly outdatedGrants: OutdatedGrants;
}

/** Keeps the open sessions in memory up to date with accounting records. */
export class SessionTracker {
  readonly #options: SessionTrackerOptions;

  constructor(options: SessionTrackerOptions) {
    this.#options = options;
  }

  takeoverBy(record: AccountingRecord): Takeover | null {
    return isNasRecord(record) || isPart(record) ? null : takeoverBy(record, this.#options.openSessions);
  }

  /**
   * The record at the time it was sent where it names one before its session began, although by its session time it is of that
   * session and not of an earlier one with the same id: the clock of the NAS was set back.
   */
  withinSession(record: SessionRecord, sentAt: number, dayOf: (at: number) => string): SessionRecord {
    const { serviceId, nasId, acctSessionId, kind, seconds, at } = record;
    if (kind === 'start' || serviceId === null || seconds === null) return record;
    const open = this.#options.openSessions.get(serviceId);
    if (open?.acctSessionId !== acctSessionId || open.nasId !== nasId || at >= open.startedAt) return record;
    const startedAt = sentAt - seconds * 1000;
    if (Math.abs(startedAt - open.startedAt) > RIGHT_WITHIN_MS) return record;
    const ports = record.ports?.map((report) => (report.at === at ? { ...report, at: sentAt } : report)) ?? null;
    return { ...record, at: sentAt, startedAt, day: dayOf(sentAt), alive: true, ports };
  }

  /** The record without the doubt whether it is a part, where it is of the session that memory has. */
  withoutDoubt(record: SessionRecord): SessionRecord {
    if (record.part?.mayBeWhole !== true || record.serviceId === null) return record;
    const open = this.#options.openSessions.get(record.serviceId);
    const isOpen = open?.nasId === record.nasId && open.acctSessionId === record.acctSessionId;
    return isOpen ? { ...record, part: null } : record;
  }

  /**
   * The record with the Class of its log-in, where the NAS does not return it but memory has it. A Start of a session that
   * is already open repeats the first one, if there was no log-in since, on this node or another.
   */
  withClass(record: SessionRecord): SessionRecord {
    if (record.sessionClass !== null || record.serviceId === null) return record;
    const { openSessions } = this.#options;
    const open = openSessions.get(record.serviceId);
    const isRepeat = record.kind === 'start' && open !== undefined && open.acctSessionId !== null;
    if (isRepeat && openSessions.mayBeOutdated(record.serviceId)) return record;
    const isOwn = open?.nasId === record.nasId && (open.acctSessionId ?? record.acctSessionId) === record.acctSessionId;
    return isOwn && open.sessionClass !== null ? { ...record, sessionClass: open.sessionClass } : record;
  }

  /** The record is durable. */
  apply(record: AccountingRecord): void {
    const { openSessions, peers, outdatedGrants } = this.#options;
    if (isNasRecord(record)) {
      openSessions.closeNas(record.nasId, record.at);
      return;
    }
    if (isPart(record)) return;
    if (record.kind === 'stop') {
      openSessions.close(record);
      return;
    }
    const open = openSessionOf(record);
    if (!open || !record.alive) return;
    if (openSessions.seen(open, record.kind === 'start')) peers.announceOpened(open.serviceId);
    if (record.kind === 'start') outdatedGrants.check(record);
  }

  /** The session has ended, although its record says that it continues. */
  close(record: SessionRecord): void {
    this.#options.openSessions.close(record);
  }
}

/** The NAS says so. It is no session of its own, unless that of which it is a part is never reported. */
const isPart = ({ part }: SessionRecord): boolean => part !== null && !part.mayBeWhole;

/** Null when the service is unknown. */
function openSessionOf(record: SessionRecord): OpenSession | null {
  const { serviceId, nasId, acctSessionId, username, mac, nasPort, sessionClass, startedAt, at } = record;
  return serviceId === null
    ? null
    : { serviceId, nasId, acctSessionId, username, mac, nasPort, sessionClass, startedAt, seenAt: at, replaces: null };
}

import { RIGHT_WITHIN_MS } from '../state/directory/nas-clock.ts';
import type { OpenSessions } from '../state/sessions/open-sessions.ts';
import type { PeerNodes } from '../state/sessions/peer-nodes.ts';
import { isSame, type OpenSession } from '../state/sessions/session.ts';
import type { OutdatedGrants } from './outdated-grants.ts';
import { sentAt } from './record/event-time.ts';
import type { Arrival } from './record/read-record.ts';
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
   * The record at the time it was sent where it names an earlier one from before its session began: before the log-in, or although
   * its session time is that of the session, and not of an earlier one with the same id. The clock of the NAS is slow, or was set
   * back.
   */
  withinSession(record: SessionRecord, { packet, nas, at: arrivedAt }: Arrival): SessionRecord {
    const { serviceId, kind, seconds, at } = record;
    const sent = sentAt(packet, arrivedAt);
    if (sent - at <= RIGHT_WITHIN_MS || serviceId === null) return record;
    const open = this.#options.openSessions.held.ofRecord(record);
    if (open?.nasId !== record.nasId || at >= open.startedAt) return record;
    const startedAt = sent - (seconds ?? 0) * 1000;
    const isOfLogin = open.acctSessionId === null && (record.sessionClass ?? open.sessionClass) === open.sessionClass;
    const isOfSession = open.acctSessionId === record.acctSessionId && seconds !== null;
    const isWithin =
      kind === 'start'
        ? isOfLogin && nas.clock.aheadAt(arrivedAt) === null
        : isOfSession && Math.abs(startedAt - open.startedAt) <= RIGHT_WITHIN_MS;
    if (!isWithin) return record;
    const ports = record.ports?.map((report) => (report.at === at ? { ...report, at: sent } : report)) ?? null;
    return { ...record, at: sent, startedAt, day: nas.facts.isp.dayOf(sent), alive: true, ports };
  }

  /** The record without the doubt whether it is a part, where it is of the session that memory has. */
  withoutDoubt(record: SessionRecord): SessionRecord {
    if (record.part?.mayBeWhole !== true || record.serviceId === null) return record;
    const isOpen = this.#options.openSessions.held.of(record.serviceId).some((each) => isSame(each, record));
    return isOpen ? { ...record, part: null } : record;
  }

  /**
   * The record with the Class of its log-in, where the NAS does not return it but memory has it. A Start of a session that
   * is already open repeats the first one, if there was no log-in since, on this node or another.
   */
  withClass(record: SessionRecord): SessionRecord {
    if (record.sessionClass !== null || record.serviceId === null) return record;
    const { openSessions } = this.#options;
    const own = openSessions.held.ofRecord(record);
    const isRepeat = record.kind === 'start' && own !== undefined && own.acctSessionId !== null;
    if (isRepeat && openSessions.mayBeOutdated(record.serviceId)) return record;
    return own && own.sessionClass !== null ? { ...record, sessionClass: own.sessionClass } : record;
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

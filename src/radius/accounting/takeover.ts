import { compareLines, type OpenSession, type OpenSessions } from '../state/sessions/open-sessions.ts';
import { CLOCK_TOLERANCE_MS } from './record/event-time.ts';
import type { SessionRecord } from './record/record.ts';

interface Takeover {
  /** Ends the session that was there before. */
  readonly end: SessionRecord;
  /** Nothing tells that its NAS has lost it: it has to be asked to end it. */
  readonly mayGoOn: boolean;
}

/**
 * What a Start means for another session that the service has open. One from the same device or port was lost by its NAS
 * without a Stop. Where the NAS tells neither, the last log-in wins, as a log-in there must have been: its Class is
 * another. Null when there is none, or when it stays.
 */
export function takenOver(start: SessionRecord, online: OpenSessions): Takeover | null {
  if (start.kind !== 'start' || start.serviceId === null) return null;
  const open = online.get(start.serviceId);
  const before = open?.acctSessionId === null ? open.replaces : open;
  if (!before || before.acctSessionId === null) return null;
  if (before.nasId === start.nasId && before.acctSessionId === start.acctSessionId) return null;
  const line = compareLines(before, start);
  if (line === 'other' || (line === 'unknown' && !isLaterLogin(start, before))) return null;
  const end: SessionRecord = {
    ...start,
    kind: 'close',
    nasId: before.nasId,
    acctSessionId: before.acctSessionId,
    username: before.username,
    sessionClass: null,
    cause: 'Taken-Over',
  };
  return { end, mayGoOn: line === 'unknown' };
}

function isLaterLogin({ sessionClass, at }: SessionRecord, before: OpenSession): boolean {
  return sessionClass !== null && sessionClass !== before.sessionClass && at + CLOCK_TOLERANCE_MS >= before.seenAt;
}

/** The session as memory keeps it; null when its service is unknown. */
export function openSessionOf(record: SessionRecord): OpenSession | null {
  const { serviceId, nasId, acctSessionId, username, mac, nasPort, sessionClass, at } = record;
  return serviceId === null
    ? null
    : { serviceId, nasId, acctSessionId, username, mac, nasPort, sessionClass, seenAt: at, replaces: null };
}

/**
 * The record with the Class of its log-in, where the NAS does not return it but memory has it. A Start of a session that
 * is open already repeats the first one, if there was no log-in since, here or at another node.
 */
export function withClass(record: SessionRecord, online: OpenSessions): SessionRecord {
  if (record.sessionClass !== null || record.serviceId === null) return record;
  const open = online.get(record.serviceId);
  const isRepeat = record.kind === 'start' && open !== undefined && open.acctSessionId !== null;
  if (isRepeat && online.mayBeOutdated(record.serviceId)) return record;
  const own = open?.nasId === record.nasId && (open.acctSessionId ?? record.acctSessionId) === record.acctSessionId;
  return own && open.sessionClass !== null ? { ...record, sessionClass: open.sessionClass } : record;
}

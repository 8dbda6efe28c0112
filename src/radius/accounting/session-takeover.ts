import { compareLines } from '../state/sessions/line.ts';
import type { OpenSessions } from '../state/sessions/open-sessions.ts';
import { isSameLogin, type OpenSession } from '../state/sessions/session.ts';
import { CLOCK_TOLERANCE_MS } from './record/event-time.ts';
import type { SessionRecord } from './record/record.ts';

export interface Takeover {
  /** Ends the previous session. */
  readonly end: SessionRecord;
  /** Nothing shows that its NAS has lost the previous session, so the NAS must be asked to end it. */
  readonly mayBeActive: boolean;
}

/**
 * What a Start does to another open session of its service. A session of the same device or port was lost by its NAS
 * without a Stop. Where the NAS sends neither MAC address nor port, the later log-in wins: there was one if the Class
 * differs. Null when there is no other session, or it stays open, as one of the same log-in does: a NAS may account for the
 * services, hosts and address families of a subscriber in sessions of their own.
 */
export function takeoverBy(start: SessionRecord, openSessions: OpenSessions): Takeover | null {
  if (start.kind !== 'start' || start.serviceId === null) return null;
  const open = openSessions.get(start.serviceId);
  const previous = open?.acctSessionId === null ? open.replaces : open;
  if (!previous || previous.acctSessionId === null) return null;
  if (previous.nasId === start.nasId && previous.acctSessionId === start.acctSessionId) return null;
  if (isSameLogin(previous, start)) return null;
  const line = compareLines(previous, start);
  if (line === 'other' || (line === 'unknown' && !isLaterLogin(start, previous))) return null;
  const end: SessionRecord = {
    ...start,
    kind: 'close',
    nasId: previous.nasId,
    acctSessionId: previous.acctSessionId,
    username: previous.username,
    sessionClass: null,
    cause: 'Taken-Over',
  };
  return { end, mayBeActive: line === 'unknown' };
}

function isLaterLogin({ sessionClass, at }: SessionRecord, previous: OpenSession): boolean {
  return sessionClass !== null && sessionClass !== previous.sessionClass && at + CLOCK_TOLERANCE_MS >= previous.seenAt;
}

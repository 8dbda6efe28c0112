import { compareLines } from '../state/sessions/line.ts';
import type { OpenSessions } from '../state/sessions/open-sessions.ts';
import { isSame, isSameLogin, type OpenSession } from '../state/sessions/session.ts';
import { isFurtherLink } from './record/bundle.ts';
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
 * differs. Of several sessions it takes the place of one then, if no other was left. Null when there is no other session, or
 * all stay open, as those of the same log-in do: a NAS may account for the services, hosts and address families of a
 * subscriber in sessions of their own. So do the links of multilink PPP, each with a log-in of its own.
 */
export function takeoverBy(start: SessionRecord, openSessions: OpenSessions): Takeover | null {
  const { kind, serviceId } = start;
  if (kind !== 'start' || serviceId === null || isFurtherLink(start.bundle)) return null;
  const sessions = openSessions.held.of(serviceId);
  if (sessions.length === 0) return null;
  const isAlone = openSessions.isAlone(serviceId);
  for (const open of sessions) {
    const isOfThisLogin = open.acctSessionId === null && (isAlone || open.sessionClass === start.sessionClass);
    const takeover = takeoverOf(open.acctSessionId === null ? open.replaces : open, start, isAlone || isOfThisLogin);
    if (takeover) return takeover;
  }
  return null;
}

/** `isReplaced`: the log-in took the place of the previous session. */
function takeoverOf(previous: OpenSession | null, start: SessionRecord, isReplaced: boolean): Takeover | null {
  if (!previous || previous.acctSessionId === null) return null;
  if (isSame(previous, start) || isSameLogin(previous, start)) return null;
  const line = compareLines(previous, start);
  if (line === 'other' || (line === 'unknown' && !(isReplaced && isLaterLogin(start, previous)))) return null;
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

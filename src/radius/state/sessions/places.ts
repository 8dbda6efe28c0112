import { compareLines, type Line } from './line.ts';
import type { Rules } from './rules.ts';
import { type HeldSession, isGrantOfOtherNode, isSameLogin, type OpenSession } from './session.ts';

/** Beyond this many sessions of a service, the one that has been silent for longest is forgotten. No limit is higher. */
const MAX_SESSIONS = 64;

/** What memory has of a service: sessions and accepted log-ins, one of each line. */
type Sessions = readonly HeldSession[];

/** Whose place a session takes; `new`: nobody's; `none`: it is not kept, for its line has a session. */
type Place = HeldSession | 'new' | 'none';

/**
 * Whether there is a place for the line, as far as these sessions tell: its own, where nothing tells it apart from others only
 * when there is no other; or who has taken the places.
 */
export function placeFor(sessions: Sessions, line: Line, rules: Rules): 'own' | 'free' | Sessions {
  const [first] = sessions;
  // Nearly all services: each log-in asks.
  if (sessions.length <= 1) return first && !rules.isStale(first) ? besideOne(sessions, line, rules) : 'free';
  const live = sessions.filter((each) => !rules.isStale(each));
  if (live.some((each) => compareLines(each, line) === 'same')) return 'own';
  if (live.length < rules.limit) return 'free';
  return live.some((each) => compareLines(each, line) === 'unknown') ? 'own' : live;
}

function besideOne(sessions: Sessions, line: Line, { limit }: Rules): 'own' | 'free' | Sessions {
  const compared = compareLines(sessions[0] as HeldSession, line);
  if (compared === 'same') return 'own';
  if (limit > 1) return 'free';
  return compared === 'unknown' ? 'own' : sessions;
}

/** Whose place an accepted log-in takes. */
export function replacedBy(sessions: Sessions, login: Line, rules: Rules): HeldSession | undefined {
  if (hasOne(sessions, rules)) return sessions[0];
  const own = sessions.findLast((each) => compareLines(each, login) === 'same');
  if (own) return own;
  const live = sessions.filter((each) => !rules.isStale(each));
  const alike = live.filter((each) => compareLines(each, login) === 'unknown');
  return (live.length < rules.limit ? undefined : longestSilent(alike)) ?? vacated(sessions, rules);
}

/** Where a session that accounting reports belongs. `isStart`: by its first record. */
export function placeOf(sessions: Sessions, session: OpenSession, rules: Rules, isStart: boolean): Place {
  const isStale = (each: HeldSession) => rules.isStale(each);
  if (hasOne(sessions, rules)) {
    const [open] = sessions;
    if (!open) return 'new';
    const stays = !isStart || (open.acctSessionId !== null && isSameLogin(open, session));
    return stays && !isStale(open) ? 'none' : open;
  }
  const ofLogin = sessions.find((each) => isSameLogin(each, session));
  if (ofLogin) return ofLogin.acctSessionId === null || isStale(ofLogin) ? ofLogin : 'none';
  const onLine = sessions.find((each) => compareLines(each, session) === 'same');
  if (onLine) return isStart || isStale(onLine) || isGrantOfOtherNode(onLine) ? onLine : 'none';
  return sessions.find((each) => mayBeLoginOf(each, session)) ?? vacated(sessions, rules) ?? 'new';
}

/** The log-in of the session, as far as can be told where the NAS sends neither a MAC address nor a port. */
function mayBeLoginOf(granted: HeldSession, session: OpenSession): boolean {
  return (
    granted.acctSessionId === null &&
    (granted.sessionClass === null || session.sessionClass === null) &&
    compareLines(granted, session) === 'unknown'
  );
}

/** The only session of a service makes room for each other one. */
export const hasOne = (sessions: Sessions, rules: Pick<Rules, 'limit'>): boolean =>
  sessions.length <= 1 && rules.limit === 1;

/** One that counts no more, if there are as many as there may be. */
function vacated(sessions: Sessions, rules: Rules): HeldSession | undefined {
  const isFull = sessions.length >= rules.limit;
  const stale = isFull ? longestSilent(sessions.filter((each) => rules.isStale(each))) : undefined;
  return stale ?? (sessions.length < MAX_SESSIONS ? undefined : longestSilent(sessions));
}

function longestSilent(sessions: Sessions): HeldSession | undefined {
  let found = sessions[0];
  for (const each of sessions) if (found && each.seenAt < found.seenAt) found = each;
  return found;
}

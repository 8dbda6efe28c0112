import { macText } from '../../../../core/network/mac.ts';

/** How RouterOS lists a session: of PPP, of a hotspot, or an address that it leased by DHCP. */
export const SESSION_KINDS = ['ppp', 'hotspot', 'dhcp'] as const;

/** A session as a router has it. Texts are octets, in the encoding of `core/network/octet-text.ts`. */
export interface RouterSession {
  readonly kind: (typeof SESSION_KINDS)[number];
  readonly name: string;
  /** `aa:bb:cc:dd:ee:ff`; null: the device has none, as over L2TP. */
  readonly mac: string | null;
  readonly address: string | null;
  /** Perhaps its Acct-Session-Id: RouterOS does not say so. */
  readonly sessionId: string | null;
  /** Seconds; null: not known. */
  readonly uptime: number | null;
}

/** A session as accounting has it. */
export interface OwnSession {
  readonly id: number;
  readonly name: string;
  readonly mac: string | null;
  readonly address: string | null;
  readonly sessionId: string;
  readonly isOpen: boolean;
  /** It was due to be reported, and was not. */
  readonly isOverdue: boolean;
  /** It began longer ago than the grace period. */
  readonly isOld: boolean;
}

export const DIFFERENCES = ['ip', 'mac'] as const;

export interface Pair<T extends OwnSession> {
  readonly here: T;
  readonly there: RouterSession;
  /** Empty: they agree. */
  readonly differs: readonly (typeof DIFFERENCES)[number][];
}

export interface Comparison<T extends OwnSession> {
  readonly pairs: readonly Pair<T>[];
  readonly onlyOnNas: readonly RouterSession[];
  readonly onlyHere: readonly T[];
}

/** Those without a partner so far, and how to find one. */
interface Unpaired<T extends OwnSession> {
  there: RouterSession[];
  here: T[];
}

type KeyOf<S> = (session: S) => string | null;

/**
 * Pairs the sessions of a router with those that accounting has on it, by name and device, then by session id, then by a name that
 * both have once. What began or ended within the grace period (seconds) is no difference: its Start or Stop may be on the way.
 * `own`: the open ones, the latest first, and those that have just ended.
 */
export function compareSessions<T extends OwnSession>(
  there: readonly RouterSession[],
  own: readonly T[],
  graceS: number,
): Comparison<T> {
  const rest: Unpaired<T> = { there: [...there], here: own.filter(({ isOpen }) => isOpen) };
  const pairs = KEYS.flatMap(({ key, isUnique }) => pairUp(rest, key, isUnique ?? false));
  const ended = new Set(own.filter(({ isOpen }) => !isOpen).map(({ name }) => nameOf(name)));
  const isRecent = ({ uptime }: RouterSession) => uptime === null || uptime <= graceS;
  return {
    pairs: pairs.map(([here, session]) => ({
      ...{ here, there: session },
      differs: isRecent(session) || !here.isOld ? [] : differencesOf(here, session),
    })),
    onlyOnNas: rest.there.filter((session) => !isRecent(session) && !ended.has(nameOf(session.name))),
    onlyHere: rest.here.filter(({ isOverdue }) => isOverdue),
  };
}

/** Names that are addresses of devices are written in several ways; in others case means nothing. */
const nameOf = (name: string): string => macText(name) ?? name.toLowerCase();

const keyed = (...parts: (string | null)[]): string | null => (parts.includes(null) ? null : JSON.stringify(parts));

const KEYS: readonly { readonly key: KeyOf<RouterSession | OwnSession>; readonly isUnique?: true }[] = [
  { key: ({ name, sessionId }) => keyed(nameOf(name), sessionId) },
  { key: ({ name, mac, address }) => keyed(nameOf(name), mac ?? '', address) },
  { key: ({ name, mac }) => keyed(nameOf(name), mac) },
  { key: ({ sessionId }) => keyed(sessionId) },
  { key: ({ name }) => keyed(nameOf(name)), isUnique: true },
];

/** In linear time: a router may have any number of equal rows. */
function pairUp<T extends OwnSession>(
  rest: Unpaired<T>,
  key: KeyOf<RouterSession | OwnSession>,
  isUnique: boolean,
): [T, RouterSession][] {
  const here = grouped(rest.here, key);
  const there = grouped(rest.there, key);
  const pairs: [T, RouterSession][] = [];
  for (const [of, sessions] of there) {
    const partners = here.get(of) ?? [];
    if (isUnique && (sessions.length > 1 || partners.length > 1)) continue;
    for (const [at, partner] of partners.entries()) {
      const session = sessions[at];
      if (session !== undefined) pairs.push([partner, session]);
    }
  }
  const paired = new Set<OwnSession | RouterSession>(pairs.flat());
  rest.here = rest.here.filter((session) => !paired.has(session));
  rest.there = rest.there.filter((session) => !paired.has(session));
  return pairs;
}

function grouped<S extends RouterSession | OwnSession>(sessions: readonly S[], key: KeyOf<S>): Map<string, S[]> {
  const groups = new Map<string, S[]>();
  for (const session of sessions) {
    const of = key(session);
    if (of === null) continue;
    const group = groups.get(of);
    if (group) group.push(session);
    else groups.set(of, [session]);
  }
  return groups;
}

function differencesOf(here: OwnSession, there: RouterSession): (typeof DIFFERENCES)[number][] {
  const isOther = (one: string | null, other: string | null) => one !== null && other !== null && one !== other;
  return [
    ...(isOther(here.address, there.address) ? (['ip'] as const) : []),
    ...(isOther(here.mac, there.mac) ? (['mac'] as const) : []),
  ];
}

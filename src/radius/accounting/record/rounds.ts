import { type AccountingRecord, isNasRecord, type NasRecord, type SessionRecord } from './record.ts';

/** Clocks are cut to seconds, and a NAS may send a little later than it says. */
export const TOLERANCE_MS = 5_000;

/** What one statement takes: records of different sessions, or one that is about a whole NAS. */
export type Round =
  | { readonly about: 'sessions'; readonly records: SessionRecord[] }
  | { readonly about: 'nas'; readonly record: NasRecord };

/**
 * Parts a batch into rounds that are applied one after the other: a statement changes a row once, so the records of one
 * session follow each other, unless they can be merged. The order within a session, and around an Accounting-On, stays
 * that of arrival.
 */
export function roundsOf(batch: readonly AccountingRecord[]): Round[] {
  const rounds: Round[] = [];
  let rest: readonly AccountingRecord[] = batch;
  while (rest.length > 0) {
    const [first] = rest;
    if (first && isNasRecord(first)) {
      rounds.push({ about: 'nas', record: first });
      rest = rest.slice(1);
      continue;
    }
    const { records, later } = sessionRound(rest);
    rounds.push({ about: 'sessions', records });
    rest = later;
  }
  return rounds;
}

function sessionRound(batch: readonly AccountingRecord[]): { records: SessionRecord[]; later: AccountingRecord[] } {
  const taken = new Map<string, SessionRecord>();
  const waiting = new Set<string>();
  const later: AccountingRecord[] = [];
  for (const [at, record] of batch.entries()) {
    if (isNasRecord(record)) {
      later.push(...batch.slice(at));
      break;
    }
    const key = keyOf(record);
    const before = taken.get(key);
    const merged = before ? merge(before, record) : record;
    if (waiting.has(key) || merged === null) {
      waiting.add(key);
      later.push(record);
    } else {
      taken.set(key, merged);
    }
  }
  return { records: [...taken.values()], later };
}

/** A NUL is in no text that came from a NAS (`octet-text.ts`), whatever else is. */
export function keyOf({ nasId, acctSessionId, username }: SessionRecord): string {
  return `${nasId}\0${acctSessionId}\0${username}`;
}

/**
 * One record that says what both say, one after the other; null where the order matters: behind a Stop, for a `close`,
 * when the id may have been used again, and when both bring volume, which may be of two days, or of another round of a
 * counter, or more than a line carries.
 */
function merge(first: SessionRecord, second: SessionRecord): SessionRecord | null {
  const growing =
    (first.kind === 'start' || first.kind === 'interim') && (second.kind === 'interim' || second.kind === 'stop');
  const overlapping = second.startedAt <= first.at + TOLERANCE_MS && first.startedAt <= second.at + TOLERANCE_MS;
  if (!growing || !overlapping || first.day !== second.day || first.alive !== second.alive) return null;
  if (first.unserved !== second.unserved || !bringsNoMore(first, second)) return null;
  if (second.kind === 'stop' && second.at < first.at) return null;
  const [older, newer] = first.at <= second.at ? [first, second] : [second, first];
  return {
    ...first,
    kind: second.kind === 'stop' ? 'stop' : first.kind,
    at: newer.at,
    seconds: longer(first.seconds, second.seconds),
    upBytes: first.upBytes > second.upBytes ? first.upBytes : second.upBytes,
    downBytes: first.downBytes > second.downBytes ? first.downBytes : second.downBytes,
    gigawords: first.gigawords || second.gigawords,
    serviceId: first.serviceId ?? second.serviceId,
    resellerId: first.resellerId ?? second.resellerId,
    ip: newer.ip ?? older.ip,
    mac: first.mac ?? second.mac,
    nasPort: first.nasPort ?? second.nasPort,
    nasPortType: first.nasPortType ?? second.nasPortType,
    sessionClass: first.sessionClass ?? second.sessionClass,
    cause: second.cause,
  };
}

function bringsNoMore(first: SessionRecord, { upBytes, downBytes }: SessionRecord): boolean {
  const isEmpty = first.upBytes === 0n && first.downBytes === 0n;
  return isEmpty || (first.upBytes === upBytes && first.downBytes === downBytes);
}

function longer(first: number | null, second: number | null): number | null {
  return first === null || second === null ? (first ?? second) : Math.max(first, second);
}

import { INTERIM_INTERVAL_S, MISSED_INTERIMS } from '../../../areas/sessions/interim.ts';
import type { OpenSession } from './session.ts';

/** A session without a packet for this long counts as gone. */
const STALE_MS = MISSED_INTERIMS * INTERIM_INTERVAL_S * 1000;

/** A granted session without a Start for this long counts as gone. */
const START_TIMEOUT_MS = 30_000;

export function isStale(open: OpenSession, now: number): boolean {
  return now - open.seenAt > (open.acctSessionId === null ? START_TIMEOUT_MS : STALE_MS);
}

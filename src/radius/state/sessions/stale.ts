import { INTERIM_INTERVAL_S, MISSED_INTERIMS } from '../../../core/vocabulary/interim.ts';
import type { OpenSession } from './session.ts';

/** Seconds between two Interim-Updates of the sessions of a NAS, by its id; undefined: unknown. */
export type InterimIntervals = (nasId: number) => number | undefined;

/** A granted session without a Start for this long counts as gone. */
const START_TIMEOUT_MS = 30_000;

/** No packet of the session has come for so long that it counts as gone. */
export function isStale(open: OpenSession, now: number, intervals: InterimIntervals): boolean {
  const silence = now - open.seenAt;
  if (open.acctSessionId === null) return silence > START_TIMEOUT_MS;
  return silence > MISSED_INTERIMS * (intervals(open.nasId) ?? INTERIM_INTERVAL_S) * 1000;
}

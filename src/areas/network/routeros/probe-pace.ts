import { Fault } from '../../../core/fault.ts';
import type { Database } from '../../../db/database.ts';

const WINDOW_MS = 60_000;
const PER_MINUTE = 5;
const MAX_USERS = 10_000;

/** When each login user has probed within the last minute, on each node by itself. */
const probes = new WeakMap<Database, Map<number, number[]>>();

/** Pings and traceroutes of one login user. @throws Fault of kind `tooMany` */
export function keepProbePace(db: Database, userId: number, now: number): void {
  const all = probes.get(db) ?? new Map<number, number[]>();
  probes.set(db, all);
  const recent = (all.get(userId) ?? []).filter((at) => now - at < WINDOW_MS);
  if (recent.length >= PER_MINUTE) {
    const retryAfterS = Math.max(1, Math.ceil(((recent[0] ?? now) + WINDOW_MS - now) / 1_000));
    throw new Fault(
      'tooMany',
      `${PER_MINUTE} pings and traceroutes a minute are allowed; wait ${retryAfterS} seconds`,
      {
        retryAfterS,
      },
    );
  }
  if (all.size >= MAX_USERS) all.clear();
  all.set(userId, [...recent, now]);
}

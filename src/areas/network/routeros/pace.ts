import { Fault } from '../../../core/fault.ts';
import type { Database } from '../../../db/database.ts';

const WINDOW_MS = 60_000;
const MAX_KEPT = 10_000;

interface Pace {
  /** In the plural, as the caller is told: `graphs`. */
  readonly what: string;
  readonly perMinute: number;
  /** The id of a login user, or of an ISP. */
  readonly of: number;
}

/** When each has asked within the last minute, on each node by itself. */
const asked = new WeakMap<Database, Map<string, number[]>>();

/** How often one login user or ISP may have routers asked. @throws Fault of kind `tooMany` */
export function keepPace(db: Database, { what, perMinute, of }: Pace, now: number): void {
  const all = asked.get(db) ?? new Map<string, number[]>();
  asked.set(db, all);
  const key = `${of} ${what}`;
  const recent = (all.get(key) ?? []).filter((at) => now - at < WINDOW_MS);
  if (recent.length >= perMinute) {
    const retryAfterS = Math.max(1, Math.ceil(((recent[0] ?? now) + WINDOW_MS - now) / 1_000));
    throw new Fault('tooMany', `${perMinute} ${what} a minute are allowed; wait ${retryAfterS} seconds`, {
      retryAfterS,
    });
  }
  if (all.size >= MAX_KEPT) all.clear();
  all.set(key, [...recent, now]);
}

import type { Database } from '../../db/database.ts';
import { execute, sql } from '../../db/sql.ts';

/** A late packet still finds its session in the hot table for this long. */
const KEPT_HOURS = 24;
const BATCH = 5000;

/**
 * Moves sessions that ended a day ago from the hot table to the log, a batch at a time. False: it was told to end before it had
 * moved all of them.
 */
export async function moveEndedSessions(db: Pick<Database, 'pool'>, now: Date, signal: AbortSignal): Promise<boolean> {
  const before = new Date(now.getTime() - KEPT_HOURS * 3_600_000);
  for (;;) {
    const moved = await execute(db.pool, sql`SELECT 1 FROM radius.move_ended_sessions(${before}, ${BATCH})`);
    if (moved < BATCH) return true;
    if (signal.aborted) return false;
  }
}

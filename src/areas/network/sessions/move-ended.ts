import type { Database } from '../../../db/database.ts';
import { execute, sql } from '../../../db/sql.ts';

/** How long an ended session stays in the hot table, where late packets find it. */
const HOT_HOURS = 24;
const BATCH = 5000;

/**
 * Moves sessions that ended a day ago from the hot table to the log, in batches. False: aborted before all were moved.
 */
export async function moveEndedSessions(db: Pick<Database, 'pool'>, now: Date, signal: AbortSignal): Promise<boolean> {
  const before = new Date(now.getTime() - HOT_HOURS * 3_600_000);
  for (;;) {
    const moved = await execute(db.pool, sql`SELECT 1 FROM radius.move_ended_sessions(${before}, ${BATCH})`);
    if (moved < BATCH) return true;
    if (signal.aborted) return false;
  }
}

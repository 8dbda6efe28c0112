import type { Database } from '../../db/database.ts';
import { execute, sql } from '../../db/sql.ts';

/** A late packet still finds its session in the hot table for this long. */
const KEPT_HOURS = 24;
const BATCH = 5000;

/** Moves sessions that ended a day ago from the hot table to the log, a batch at a time. Returns how many. */
export async function moveEndedSessions(db: Pick<Database, 'pool'>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_HOURS * 3_600_000);
  let total = 0;
  for (;;) {
    const moved = await execute(db.pool, sql`SELECT 1 FROM radius.move_ended_sessions(${before}, ${BATCH})`);
    total += moved;
    if (moved < BATCH) return total;
  }
}

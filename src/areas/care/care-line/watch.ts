import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

const HOUR_MS = 3_600_000;
/** Unknown numbers within an hour that one who tries numbers needs, and real callers do not have. */
const MAX_UNKNOWN = 200;

/** What one call adds. */
interface Watched {
  readonly userId: number;
  readonly isUnknown: boolean;
  readonly now: Date;
}

/**
 * Counts a call at a program, and whether its number is nobody's. More than 200 unknown numbers within an hour, and they are at
 * least half of all calls: somebody tries numbers to learn who is a customer. For an hour a number alone then proves nothing; a
 * trigger tells the event feed. Returns whether it is so.
 */
export async function watchCall(tx: Tx, { userId, isUnknown, now }: Watched): Promise<boolean> {
  const start = sql`${new Date(now.getTime() - HOUR_MS)}::timestamptz`;
  const until = sql`${new Date(now.getTime() + HOUR_MS)}::timestamptz`;
  const isOver = sql`w.since <= ${start}`;
  const [calls, unknown] = [sql`(w.calls + 1)`, sql`(w.unknown + excluded.unknown)`];
  const [row] = await query<{ trawled: boolean }>(
    tx,
    sql`INSERT INTO crm.care_watch AS w (user_id, since, calls, unknown)
        VALUES (${userId}, ${now}::timestamptz, 1, ${isUnknown ? 1 : 0})
        ON CONFLICT (user_id) DO UPDATE SET
          since = CASE WHEN ${isOver} THEN excluded.since ELSE w.since END,
          calls = CASE WHEN ${isOver} THEN 1 ELSE ${calls} END,
          unknown = CASE WHEN ${isOver} THEN excluded.unknown ELSE ${unknown} END,
          trawled_until = CASE WHEN w.trawled_until > ${now}::timestamptz THEN w.trawled_until
            WHEN NOT ${isOver} AND ${unknown} > ${MAX_UNKNOWN} AND 2 * ${unknown} >= ${calls} THEN ${until}
            ELSE w.trawled_until END
        RETURNING coalesce(w.trawled_until > ${now}::timestamptz, false) AS trawled`,
  );
  return row?.trawled ?? false;
}

/** Whether somebody has tried numbers at the program within the last hour. */
export async function isTrawled(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const [row] = await query<{ trawled: boolean }>(
    tx,
    sql`SELECT coalesce(w.trawled_until > ${now}::timestamptz, false) AS trawled
        FROM crm.care_watch w WHERE w.user_id = ${userId}`,
  );
  return row?.trawled ?? false;
}

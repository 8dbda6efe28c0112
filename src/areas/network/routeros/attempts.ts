import { Fault } from '../../../core/fault.ts';
import type { Database } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';

/** Connections to one router within a minute, of all nodes together. */
const PER_MINUTE = 6;
/** After so many refused log-ins one after another nobody tries for a while: the router may lock the user out. */
const MAX_FAILED_LOGINS = 3;
const PAUSE_MIN = 10;

type Pool = Pick<Database, 'pool'>;

/** Counts a connection that is about to be tried. @throws Fault of kind `tooMany` */
export async function countAttempt({ pool }: Pool, nasId: number, now: Date): Promise<void> {
  const [counted] = await query<{ id: number }>(
    pool,
    sql`INSERT INTO radius.nas_api AS a (nas_id, attempts, attempts_since) VALUES (${nasId}, 1, ${now}::timestamptz)
        ON CONFLICT (nas_id) DO UPDATE SET
          attempts = CASE WHEN ${isOver(now)} THEN 1 ELSE a.attempts + 1 END,
          attempts_since = CASE WHEN ${isOver(now)} THEN excluded.attempts_since ELSE a.attempts_since END
        WHERE (${isOver(now)} OR a.attempts < ${PER_MINUTE}) AND (a.paused_upto IS NULL OR a.paused_upto <= ${now}::timestamptz)
        RETURNING a.nas_id AS id`,
  );
  if (!counted) await refuse({ pool }, nasId, now);
}

const isOver = (now: Date) => sql`a.attempts_since <= ${now}::timestamptz - interval '1 minute'`;

async function refuse({ pool }: Pool, nasId: number, now: Date): Promise<void> {
  const [row] = await query<{ pausedS: number | null }>(
    pool,
    sql`SELECT ceil(extract(epoch FROM a.paused_upto - ${now}::timestamptz))::int AS "pausedS"
        FROM radius.nas_api a WHERE a.nas_id = ${nasId}`,
  );
  const pausedS = row?.pausedS ?? 0;
  if (pausedS > 0) {
    const minutes = Math.ceil(pausedS / 60);
    throw new Fault(
      'tooMany',
      `the router refused the log-in ${MAX_FAILED_LOGINS} times; correct the username or password and try again in ${minutes} minutes`,
      { retryAfterS: pausedS },
    );
  }
  throw new Fault('tooMany', 'too many connections to this router; try again in a minute', { retryAfterS: 60 });
}

export async function noteRefusedLogin({ pool }: Pool, nasId: number, now: Date): Promise<void> {
  await execute(
    pool,
    sql`UPDATE radius.nas_api a SET
          failed_logins = CASE WHEN a.failed_logins + 1 < ${MAX_FAILED_LOGINS} THEN a.failed_logins + 1 ELSE 0 END,
          paused_upto = CASE WHEN a.failed_logins + 1 < ${MAX_FAILED_LOGINS} THEN a.paused_upto
            ELSE ${now}::timestamptz + make_interval(mins => ${PAUSE_MIN}) END
        WHERE a.nas_id = ${nasId}`,
  );
}

export async function noteLoggedIn({ pool }: Pool, nasId: number): Promise<void> {
  await execute(
    pool,
    sql`UPDATE radius.nas_api SET failed_logins = 0, offered = NULL, offered_at = NULL
        WHERE nas_id = ${nasId} AND (failed_logins > 0 OR offered IS NOT NULL)`,
  );
}

/** A certificate that nobody has confirmed: `radius/nas/api_status` shows it. */
export async function noteOffered({ pool }: Pool, nasId: number, offered: { by: string; at: Date }): Promise<void> {
  await execute(
    pool,
    sql`UPDATE radius.nas_api SET offered = ${offered.by}, offered_at = ${offered.at} WHERE nas_id = ${nasId}`,
  );
}

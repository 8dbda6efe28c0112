import { IDLE_MS } from '../../../core/access/login-session.ts';
import { SUBSCRIBER_IDLE_MS } from '../../../core/access/subscriber-session.ts';
import type { Database } from '../../../db/database.ts';
import { execute, sql } from '../../../db/sql.ts';
import { purgeFailures } from './failures.ts';

const DAY_MS = 24 * 3_600_000;

/** Deletes sessions that have ended, and attempts and codes that no limit counts any more. */
export async function purgeLogins(db: Database, now: Date): Promise<void> {
  const idle = new Date(now.getTime() - IDLE_MS);
  await execute(db.pool, sql`DELETE FROM auth.login_session WHERE ends_at <= ${now} OR seen_at <= ${idle}`);
  const away = new Date(now.getTime() - SUBSCRIBER_IDLE_MS);
  await execute(db.pool, sql`DELETE FROM auth.subscriber_session WHERE ends_at <= ${now} OR seen_at <= ${away}`);
  await execute(db.pool, sql`DELETE FROM auth.sign_in_code WHERE created_at <= ${new Date(now.getTime() - DAY_MS)}`);
  await purgeFailures(db, now);
  await execute(db.pool, sql`DELETE FROM auth.login_attempt WHERE last_at <= ${new Date(now.getTime() - DAY_MS)}`);
}

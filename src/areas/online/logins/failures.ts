import type { Database, Tx } from '../../../db/database.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';
import { nameIn } from './attempts.ts';

/** Whose account an attempt failed at, as the audit shows it. */
interface FailedAt {
  readonly userId: number | null;
  readonly username: string;
  readonly ispId: number | null;
  readonly resellerId: number | null;
  readonly procedure: string;
  readonly target: string;
  readonly via: 'session' | 'subscriber';
}

interface Failure {
  readonly realm?: string;
  /** As it was tried. */
  readonly tried: string;
  readonly address: string;
  readonly now: Date;
  /** Undefined: nobody's, or nothing of its ISP may change. */
  readonly at: FailedAt | undefined;
}

/** Notes an attempt that failed, by one statement whether the name is somebody's or not, so that the answer tells nothing. */
export async function noteFailure(on: Runner, { realm = '', tried, address, now, at }: Failure): Promise<void> {
  const { userId = null, username = null, ispId = null, resellerId = null, procedure = null } = at ?? {};
  await query(
    on,
    sql`SELECT auth.sign_in_failed(${nameIn(realm, tried)}, ${now}, ${userId}::int, ${username}::text, ${ispId}::int,
          ${resellerId}::int, ${address}::inet, ${procedure}::text, ${at?.target ?? null}::text, ${at?.via ?? null}::text)`,
  );
}

/** Attempts at a name that failed since its user signed in last. */
export interface FailedAttempts {
  readonly count: number;
  readonly lastAt: Date | null;
}

/** Takes them for the user who has signed in, to be told once. */
export async function takeFailures(tx: Tx, username: string): Promise<FailedAttempts> {
  const [taken] = await query<FailedAttempts>(
    tx,
    sql`DELETE FROM auth.failed_sign_in WHERE name = ${nameIn('', username)} RETURNING count, last_at AS "lastAt"`,
  );
  return taken ?? { count: 0, lastAt: null };
}

const DAY_MS = 24 * 3_600_000;
/** Of login users, who may be away for long. */
const KEPT_DAYS = 90;

/** Failures at names that are no login user's are forgotten after a day: nobody is told of them. */
export async function purgeFailures({ pool }: Pick<Database, 'pool'>, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await query(
    pool,
    sql`DELETE FROM auth.failed_sign_in f WHERE f.last_at <= ${ago(KEPT_DAYS)}
          OR (f.last_at <= ${ago(1)}
            AND NOT EXISTS (SELECT FROM auth.login_user u WHERE lower(u.username) = f.name AND u.deleted_at IS NULL))`,
  );
}

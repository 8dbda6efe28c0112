import { digestOfKey } from '../../../core/access/api-key.ts';
import {
  IDLE_MS,
  MAX_SESSION_MS,
  MAX_SESSIONS,
  MAX_UNFINISHED,
  MAX_UNFINISHED_OF_NETWORK,
  newToken,
  type Stage,
  UNFINISHED_MS,
} from '../../../core/access/login-session.ts';
import { Fault } from '../../../core/fault.ts';
import { beingMoved, isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, type Runner, sql } from '../../../db/sql.ts';
import { networkOf } from './attempts.ts';
import { type FailedAttempts, takeFailures } from './failures.ts';
import type { SignInCall } from './sign-in.ts';

/** The session of the caller and its login user. */
export interface OwnSession {
  readonly sessionId: number;
  readonly stage: Stage;
  readonly startedAt: Date;
  readonly endsAt: Date;
  readonly confirmedAt: Date;
  readonly userId: number;
  readonly username: string;
  readonly passwordHash: string;
  readonly ispId: number | null;
  readonly resellerId: number | null;
}

/** Locks the session until the end of the transaction, so that two calls with one code cannot both succeed. */
export const lockOwnSession = (tx: Tx, call: SignInCall): Promise<OwnSession> => readOwnSession(tx, call, true);

/**
 * @throws Fault of kind `unauthenticated` if the caller has no session, or it has ended; `unavailable` while the ISP is moved,
 * since nothing of it may change then
 */
export async function readOwnSession(on: Runner, call: SignInCall, locked = false): Promise<OwnSession> {
  const { moving, ...session } = await readAnySession(on, call, locked);
  if (moving !== null) throw beingMoved(moving);
  return session;
}

/** The session even while its ISP is moved: only to end it. @throws Fault of kind `unauthenticated` */
export async function readAnySession(
  on: Runner,
  { kernel, browser }: SignInCall,
  locked = false,
): Promise<OwnSession & { readonly moving: string | null }> {
  const now = kernel.clock.now();
  const [session] = await query<OwnSession & { readonly moving: string | null }>(
    on,
    sql`SELECT x.id AS "sessionId", x.stage, x.started_at AS "startedAt", x.ends_at AS "endsAt",
          x.confirmed_at AS "confirmedAt", u.id AS "userId", u.username, u.password_hash AS "passwordHash",
          u.isp_id AS "ispId", u.reseller_id AS "resellerId",
          CASE WHEN ${isFrozen(sql`u.isp_id`)} THEN i.name END AS moving
        FROM auth.login_session x JOIN auth.login_user u ON u.id = x.user_id LEFT JOIN crm.isp i ON i.id = u.isp_id
        WHERE x.digest = ${digestOfKey(browser.token ?? '')} AND x.ends_at > ${now}
          AND x.seen_at > ${new Date(now.getTime() - IDLE_MS)}
        ${locked ? sql`FOR UPDATE OF x` : sql``}`,
  );
  if (!session) throw new Fault('unauthenticated', 'the session has ended; sign in again');
  return session;
}

/** @throws Fault of kind `unauthenticated` unless the session is at this stage */
export function checkStage({ stage }: OwnSession, ...expected: readonly Stage[]): void {
  if (expected.includes(stage)) return;
  throw new Fault('unauthenticated', stage === 'done' ? 'you are already signed in' : 'the sign-in is not complete');
}

interface Beginning {
  readonly userId: number;
  readonly stage: Stage;
  /** What the user is told. */
  readonly failed?: FailedAttempts | undefined;
}

/** Begins a session and returns its token. The ones at the same point seen least recently end if the user has too many. */
export async function openSession(
  tx: Tx,
  { kernel, address, browser }: SignInCall,
  { userId, stage, failed }: Beginning,
): Promise<string> {
  const now = kernel.clock.now();
  const { token, digest } = newToken();
  const lasts = stage === 'done' ? MAX_SESSION_MS : UNFINISHED_MS;
  await (stage === 'done' ? endOldSessions(tx, userId) : endOldSignIns(tx, userId, address));
  await execute(
    tx,
    sql`INSERT INTO auth.login_session (user_id, digest, stage, started_at, seen_at, ends_at, confirmed_at, address, agent,
          failed_attempts, last_failed_at)
        VALUES (${userId}, ${digest}, ${stage}, ${now}, ${now}, ${new Date(now.getTime() + lasts)}, ${now},
          ${address}::inet, ${browser.agent}, ${failed?.count ?? 0}, ${failed?.lastAt ?? null}::timestamptz)`,
  );
  return token;
}

/** Completes the sign-in of a session. It gets a new token: who knew that of the unfinished one gains nothing. */
export async function completeSession(tx: Tx, { kernel }: SignInCall, session: OwnSession): Promise<string> {
  const now = kernel.clock.now();
  const { token, digest } = newToken();
  await endOldSessions(tx, session.userId);
  const failed = await takeFailures(tx, session.username);
  await execute(
    tx,
    sql`UPDATE auth.login_session SET digest = ${digest}, stage = 'done', seen_at = ${now}, confirmed_at = ${now},
          ends_at = ${new Date(now.getTime() + MAX_SESSION_MS)}, failed_attempts = ${failed.count},
          last_failed_at = ${failed.lastAt}::timestamptz
        WHERE id = ${session.sessionId}`,
  );
  return token;
}

/** Makes room for one more finished session. */
async function endOldSessions(tx: Tx, userId: number): Promise<void> {
  await execute(
    tx,
    sql`DELETE FROM auth.login_session WHERE id IN (
          SELECT id FROM auth.login_session WHERE user_id = ${userId} AND stage = 'done'
          ORDER BY seen_at DESC, id DESC OFFSET ${MAX_SESSIONS - 1})`,
  );
}

/** Makes room for one more unfinished sign-in: first among those of the same network, so that a stranger ends its own. */
async function endOldSignIns(tx: Tx, userId: number, address: string): Promise<void> {
  await execute(
    tx,
    sql`WITH unfinished AS (
          SELECT id, row_number() OVER (ORDER BY seen_at DESC, id DESC) AS of_all,
            row_number() OVER (PARTITION BY ${networkOf(sql`address`)} = ${networkOf(sql`${address}::inet`)}
              ORDER BY seen_at DESC, id DESC) AS of_part,
            ${networkOf(sql`address`)} = ${networkOf(sql`${address}::inet`)} AS is_near
          FROM auth.login_session WHERE user_id = ${userId} AND stage <> 'done')
        DELETE FROM auth.login_session x USING unfinished u
        WHERE x.id = u.id
          AND (u.of_all >= ${MAX_UNFINISHED} OR (u.is_near AND u.of_part >= ${MAX_UNFINISHED_OF_NETWORK}))`,
  );
}

import type { Actor } from '../core/access/actor.ts';
import { digestOfKey } from '../core/access/api-key.ts';
import { IDLE_MS, type Stage } from '../core/access/login-session.ts';
import { isProgram } from '../core/access/roles.ts';
import { Fault } from '../core/fault.ts';
import type { Kernel } from '../core/kernel.ts';
import { execute, query, sql } from '../db/sql.ts';
import { apiKeyCacheOf } from './api-key-cache.ts';
import { actorOf, checkInService, LOGIN_COLUMNS, LOGIN_TENANT, type LoginRow } from './login-user.ts';
import type { InTurn } from './turns.ts';

/** A call is noted once in a while only, since each note is a write. */
const SEEN_EVERY_MS = 60_000;

interface SessionRow extends LoginRow {
  session_id: number;
  stage: Stage;
  seen_at: Date;
  ends_at: Date;
  confirmed_at: Date;
}

/**
 * The login user of a session that is signed in.
 * @throws Fault of kind `unauthenticated` if the session has ended or its sign-in is not complete; `forbidden` for a user that may
 * not call any more
 */
export async function authenticateSession(kernel: Kernel, token: string, inTurn: InTurn): Promise<Actor> {
  const session = await findSession(kernel, token, inTurn);
  const now = kernel.clock.now();
  if (now.getTime() - session.seen_at.getTime() >= SEEN_EVERY_MS) await noteSeen(kernel, session, now);
  return actorOf(session, { id: session.session_id, confirmedAt: session.confirmed_at });
}

/** The same for what a page does by itself: it does not keep the session of somebody who is away. */
export async function peekAtSession(kernel: Kernel, token: string, inTurn: InTurn): Promise<Actor> {
  const session = await findSession(kernel, token, inTurn);
  return actorOf(session, { id: session.session_id, confirmedAt: session.confirmed_at });
}

async function findSession(kernel: Kernel, token: string, inTurn: InTurn): Promise<SessionRow> {
  const digest = digestOfKey(token);
  const key = `session ${digest.toString('base64')}`;
  const session = await apiKeyCacheOf<SessionRow>(kernel).get(key, () => inTurn(() => readSession(kernel, digest)));
  const now = kernel.clock.now();
  if (!session || session.ends_at <= now || now.getTime() - session.seen_at.getTime() >= IDLE_MS)
    throw new Fault('unauthenticated', 'the session has ended; sign in again');
  if (isProgram(session.roles)) throw new Fault('unauthenticated', 'a program has no session; send its API key');
  if (session.stage !== 'done') throw new Fault('unauthenticated', 'the sign-in is not complete');
  checkInService(session);
  return session;
}

async function readSession({ db }: Kernel, digest: Buffer): Promise<SessionRow | undefined> {
  const [row] = await query<SessionRow>(
    db.lookups,
    sql`SELECT ${LOGIN_COLUMNS}, x.id AS session_id, x.stage, x.seen_at, x.ends_at, x.confirmed_at
        FROM auth.login_session x JOIN auth.login_user u ON u.id = x.user_id ${LOGIN_TENANT}
        WHERE x.digest = ${digest}`,
    { prepared: true },
  );
  return row;
}

async function noteSeen({ db }: Kernel, session: SessionRow, now: Date): Promise<void> {
  await execute(
    db.pool,
    sql`UPDATE auth.login_session SET seen_at = ${now} WHERE id = ${session.session_id} AND seen_at < ${now}`,
  );
  // Cached: the next calls of this second need not write again.
  session.seen_at = now;
}

import { z } from 'zod';
import { IDLE_MS } from '../../../core/access/login-session.ts';
import { notFound } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { checkStage, readAnySession, readOwnSession } from './sessions.ts';
import { auditLogin, type SignInCall } from './sign-in.ts';

export const ownSessions = z.array(
  z.object({
    sessionid: z.number(),
    started: z.date(),
    /** Of the last call, to the minute. */
    seen: z.date(),
    ends: z.date(),
    address: wire.shown().nullable(),
    agent: wire.shown(),
    current: z.boolean(),
    /** To sign in as this user, between the sign-in before and that of this session. */
    failed_attempts: z.number(),
  }),
);

export const whichSession = z.strictObject({ sessionid: wire.id() });

/** The caller's sessions, the one seen last first. */
export async function listSessions(call: SignInCall): Promise<z.output<typeof ownSessions>> {
  const { kernel } = call;
  const own = await readOwnSession(kernel.db.pool, call);
  checkStage(own, 'done');
  const now = kernel.clock.now();
  return query(
    kernel.db.pool,
    sql`SELECT id AS sessionid, started_at AS started, seen_at AS seen, ends_at AS ends, host(address) AS address, agent, failed_attempts,
          id = ${own.sessionId} AS current
        FROM auth.login_session
        WHERE user_id = ${own.userId} AND ends_at > ${now} AND seen_at > ${new Date(now.getTime() - IDLE_MS)}
        ORDER BY seen_at DESC, id DESC`,
  );
}

/** Ends one of the caller's sessions, or all but the present one. @throws Fault of kind `notFound` */
export async function endSession(call: SignInCall, which: number | 'others'): Promise<'done'> {
  const { kernel } = call;
  await kernel.db.transaction(async (tx) => {
    const own = await readOwnSession(tx, call);
    checkStage(own, 'done');
    await auditLogin(tx, call, { user: own, procedure: 'login.session_end' });
    const condition = which === 'others' ? sql`id <> ${own.sessionId}` : sql`id = ${which}`;
    const ended = await execute(tx, sql`DELETE FROM auth.login_session WHERE user_id = ${own.userId} AND ${condition}`);
    if (ended === 0 && which !== 'others') throw notFound('session', which);
  });
  return 'done';
}

/** Signs the caller out. Also right when the session has ended already, and while the ISP is moved, which takes no session along. */
export async function endOwnSession(call: SignInCall): Promise<'done'> {
  const { kernel, browser } = call;
  const own = await readAnySession(kernel.db.pool, call).catch(() => undefined);
  if (own) {
    await kernel.db.transaction(async (tx) => {
      // The audit moves along, and is not written any more.
      if (own.moving === null) await auditLogin(tx, call, { user: own, procedure: 'login.end' });
      await execute(tx, sql`DELETE FROM auth.login_session WHERE id = ${own.sessionId}`);
    });
  }
  browser.drop();
  return 'done';
}

import { z } from 'zod';
import { hashPassword } from '../../../core/access/password.ts';
import { badParameter } from '../../../core/fault.ts';
import { secret } from '../../../core/wire/index.ts';
import { execute, sql } from '../../../db/sql.ts';
import { checkPassword, ownShare } from './confirm.ts';
import { remember, userDevice } from './device.ts';
import { checkStage, openSession, readOwnSession } from './sessions.ts';
import { auditLogin, type SignInCall } from './sign-in.ts';

/** NIST SP 800-63B, 5.1.1.1. */
const MIN_LENGTH = 8;

export const passwordChange = z.strictObject({ password: secret(), new_password: secret() });

/** Changes the caller's own password. All its sessions end but this one, which gets a new token. */
export async function changePassword(call: SignInCall, input: z.output<typeof passwordChange>): Promise<'done'> {
  const { kernel, browser } = call;
  const session = await readOwnSession(kernel.db.pool, call);
  checkStage(session, 'done');
  if (input.new_password.length < MIN_LENGTH)
    throw badParameter('new_password', `must have at least ${MIN_LENGTH} characters`);
  if (input.new_password.toLowerCase() === session.username.toLowerCase())
    throw badParameter('new_password', 'must not be your username');
  await checkPassword(call, { session, password: input.password });
  const passwordHash = await hashPassword(ownShare(session), input.new_password);
  const { userId, username } = session;
  const token = await kernel.db.transaction(async (tx) => {
    await auditLogin(tx, call, { user: session, procedure: 'login.password' });
    // A trigger ends the sessions.
    await execute(
      tx,
      sql`UPDATE auth.login_user SET password_hash = ${passwordHash}, updated_at = ${kernel.clock.now()},
            updated_by = ${username} WHERE id = ${userId}`,
    );
    return openSession(tx, call, { userId, stage: 'done' });
  });
  browser.keep(token);
  remember(call, userDevice({ userId, passwordHash }));
  return 'done';
}

import { z } from 'zod';
import { type PasswordShare, verifyPassword } from '../../../core/access/password.ts';
import { badParameter } from '../../../core/fault.ts';
import { secret } from '../../../core/wire/index.ts';
import { execute, sql } from '../../../db/sql.ts';
import { attemptSucceeded, countedAttempt } from './attempts.ts';
import { checkStage, type OwnSession, readOwnSession } from './sessions.ts';
import type { SignInCall } from './sign-in.ts';

/** The password, or the API key of a user that signed in with it. */
export const confirmation = z.strictObject({ password: secret().optional(), login_api_key: secret().optional() });

/**
 * Notes that the caller has given its password again: for ten minutes, calls that need it are allowed.
 * @throws Fault of kind `badInput` for a wrong password, `tooMany`, `unauthenticated`
 */
export async function confirmSession(
  call: SignInCall,
  input: z.output<typeof confirmation>,
  byKey: (userId: number, apiKey: string) => Promise<unknown>,
): Promise<'done'> {
  const { kernel } = call;
  const session = await readOwnSession(kernel.db.pool, call);
  checkStage(session, 'done');
  if (input.login_api_key !== undefined) await byKey(session.userId, input.login_api_key);
  else if (input.password !== undefined) await checkPassword(call, { session, password: input.password });
  else throw badParameter('password', 'is required');
  await execute(
    kernel.db.pool,
    sql`UPDATE auth.login_session SET confirmed_at = ${kernel.clock.now()} WHERE id = ${session.sessionId}`,
  );
  return 'done';
}

interface Given {
  readonly session: OwnSession;
  readonly password: string;
  /** Of the password. */
  readonly parameter?: string;
}

/** The share of a login user that is signed in. */
export const ownShare = ({ ispId, userId }: OwnSession): PasswordShare => ({
  kind: 'session',
  tenant: ispId ?? 'server',
  caller: userId,
});

/** @throws Fault of kind `badInput` for a wrong password; `tooMany` */
export async function checkPassword(
  call: SignInCall,
  { session, password, parameter = 'password' }: Given,
): Promise<void> {
  const { kernel, address } = call;
  const { username, passwordHash } = session;
  // Strangers' guesses at the name are not counted against somebody who is signed in.
  const by = { username, address, device: `session ${session.sessionId}` };
  const isRight = await countedAttempt(kernel.db, { ...by, now: kernel.clock.now() }, () =>
    verifyPassword(ownShare(session), passwordHash, password),
  );
  if (!isRight) throw badParameter(parameter, 'is not your password');
  await attemptSucceeded(kernel.db.pool, by);
}

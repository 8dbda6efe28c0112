import { z } from 'zod';
import type { Stage } from '../../../core/access/login-session.ts';
import { hashOfNobody, type PasswordShare, verifyPassword } from '../../../core/access/password.ts';
import { isProgram } from '../../../core/access/roles.ts';
import { badParameter, Fault } from '../../../core/fault.ts';
import { sourceNetwork } from '../../../core/network/source-network.ts';
import { beingMoved, isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { secret, text } from '../../../core/wire/index.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { type AttemptBy, attemptSucceeded, countedAttempt, takenBackUnless } from './attempts.ts';
import { deviceOf, remember, userDevice } from './device.ts';
import { noteFailure, takeFailures } from './failures.ts';
import { openSession } from './sessions.ts';
import { auditLogin, failedAt, type SignInCall } from './sign-in.ts';

/** By password, or by API key: the way in on a first start, when nobody has a password. */
export const signIn = z.strictObject({
  username: text(64).optional(),
  password: secret().optional(),
  login_userid: text(20).optional(),
  login_api_key: secret().optional(),
});

export const nextStep = z.object({ next: z.enum(['done', 'second_factor', 'enrol']) });

type Input = z.output<typeof signIn>;

interface Candidate {
  readonly userId: number;
  readonly username: string;
  readonly passwordHash: string;
  readonly ispId: number | null;
  readonly resellerId: number | null;
  readonly status: string;
  readonly roles: string[];
  readonly gone: boolean;
  /** The name of its ISP, if that is being moved to another installation. */
  readonly moving: string | null;
  readonly hasFactor: boolean;
  readonly needsFactor: boolean;
}

/**
 * Signs a login user in. `second_factor` and `enrol`: the session can do nothing until that step is done, and ends after five
 * minutes.
 * @throws Fault of kind `unauthenticated`, `forbidden`, `tooMany` or `badInput`
 */
export async function startSession(
  call: SignInCall,
  input: Input,
  byKey: () => Promise<{ readonly userId: number }>,
): Promise<{ next: Stage }> {
  call.browser.checkEncrypted();
  const { user, by } = await (input.login_userid === undefined ? byPassword(call, input) : keyOwner(call, byKey));
  if (isProgram(user.roles))
    throw new Fault('forbidden', `login user ${user.username} is for a program, which needs no sign-in but an API key`);
  const next = user.hasFactor ? 'second_factor' : user.needsFactor ? 'enrol' : 'done';
  const { db } = call.kernel;
  const open = () =>
    db.transaction(async (tx) => {
      await auditLogin(tx, call, { user, procedure: 'login.start' });
      if (by) await attemptSucceeded(tx, { ...by, signedIn: next === 'done' });
      const failed = next === 'done' ? await takeFailures(tx, user.username) : undefined;
      return openSession(tx, call, { userId: user.userId, stage: next, failed });
    });
  const token = by ? await takenBackUnless(db, by, open) : await open();
  call.browser.keep(token);
  if (next === 'done') remember(call, userDevice(user));
  return { next };
}

/** Who signs in, and by what the attempt was counted. */
interface Admitted {
  readonly user: Candidate;
  /** Undefined: not counted. */
  readonly by: AttemptBy | undefined;
}

async function byPassword(call: SignInCall, { username, password }: Input): Promise<Admitted> {
  if (username === undefined) throw badParameter('username', 'is required');
  if (password === undefined) throw badParameter('password', 'is required');
  const { kernel, address, browser } = call;
  const now = kernel.clock.now();
  // Looked up before it is counted only where the browser may be known: a refusal costs no more than it must.
  const early = browser.device === undefined ? undefined : { user: await findNamed(call, username) };
  const by = { username, address, device: early?.user && deviceOf(call, userDevice(early.user)) };
  const { user, isRight } = await countedAttempt(kernel.db, { ...by, now }, async () => {
    const found = early ? early.user : await findNamed(call, username);
    // An unknown name takes as long as a known one, and waits among the same.
    const hash = found?.passwordHash ?? (await hashOfNobody());
    return { user: found, isRight: await verifyPassword(shareOf(by, found), hash, password) };
  });
  if (user && isRight) {
    if (user.status !== 'Active') throw new Fault('forbidden', `login user ${user.username} is suspended`);
    if (user.gone) throw new Fault('forbidden', `login user ${user.username} no longer exists`);
    if (user.moving !== null) throw beingMoved(user.moving);
    return { user, by };
  }
  // Nothing of an ISP changes while it is moved, its audit included.
  const at = user && user.moving === null ? failedAt(user) : undefined;
  await noteFailure(kernel.db.pool, { tried: username, address, now, at });
  throw new Fault('unauthenticated', 'wrong username or password');
}

/** A browser that is known waits among those who are signed in. */
function shareOf({ address, device }: AttemptBy, user: Candidate | undefined): PasswordShare {
  if (device === undefined || !user) return { kind: 'staff', tenant: 'staff', caller: sourceNetwork(address) };
  return { kind: 'session', tenant: user.ispId ?? 'server', caller: user.userId };
}

async function keyOwner(call: SignInCall, byKey: () => Promise<{ readonly userId: number }>): Promise<Admitted> {
  const { userId } = await byKey();
  const user = await findCandidate(call, sql`u.id = ${userId}`);
  if (!user) throw new Error(`login user ${userId} has a key but no row`);
  return { user, by: undefined };
}

const findNamed = (call: SignInCall, username: string): Promise<Candidate | undefined> =>
  findCandidate(call, sql`lower(u.username) = lower(${username}) AND u.deleted_at IS NULL`);

async function findCandidate({ kernel }: SignInCall, condition: Sql): Promise<Candidate | undefined> {
  const [user] = await query<Candidate>(
    kernel.db.pool,
    sql`SELECT u.id AS "userId", u.username, u.password_hash AS "passwordHash", u.isp_id AS "ispId",
          u.reseller_id AS "resellerId", u.status, u.roles, coalesce(i.deleted_at, r.deleted_at) IS NOT NULL AS gone,
          CASE WHEN ${isFrozen(sql`u.isp_id`)} THEN i.name END AS moving,
          f.confirmed_at IS NOT NULL AS "hasFactor", coalesce(s.require_second_factor, false) AS "needsFactor"
        FROM auth.login_user u
        LEFT JOIN crm.isp i ON i.id = u.isp_id
        LEFT JOIN crm.isp_setting s ON s.isp_id = u.isp_id
        LEFT JOIN crm.reseller r ON r.id = u.reseller_id
        LEFT JOIN auth.second_factor f ON f.user_id = u.id
        WHERE ${condition}`,
  );
  return user;
}

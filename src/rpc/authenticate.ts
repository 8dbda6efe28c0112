import type { Actor } from '../core/access/actor.ts';
import { digestOfKey } from '../core/access/api-key.ts';
import { Fault } from '../core/fault.ts';
import type { Kernel } from '../core/kernel.ts';
import { query, sql } from '../db/sql.ts';
import { apiKeyCacheOf } from './api-key-cache.ts';
import type { Credentials } from './context.ts';
import type { FailedLogins } from './failed-logins.ts';
import { actorOf, checkInService, LOGIN_COLUMNS, LOGIN_TENANT, type LoginRow } from './login-user.ts';
import type { InTurn } from './turns.ts';

interface KeyRow extends LoginRow {
  expires_at: Date | null;
}

/**
 * The login user with this `userid` and `api_key` (contract 5).
 * @throws Fault of kind `unauthenticated`, `forbidden` or `tooMany`
 */
export async function authenticate(
  kernel: Kernel,
  failures: FailedLogins,
  { credentials, address, inTurn }: { credentials: Credentials; address: string; inTurn: InTurn },
): Promise<Actor> {
  const { userid, apiKey } = credentials;
  if (!userid || !apiKey) throw new Fault('unauthenticated', 'userid and api_key are required');
  const id = userid.trim();
  // The limit applies to wrong keys only: a right one (200 random bits) is no guess, so guessing never locks its owner out.
  const login = await findLogin(kernel, apiKey, inTurn);
  if (!login || String(login.id) !== id) {
    const keys = [`address ${address}`, `user ${id.slice(0, 20)}`];
    failures.guard(keys);
    failures.record(keys);
    throw new Fault('unauthenticated', 'wrong userid or api_key');
  }
  checkInService(login);
  return actorOf(login);
}

// Looked up by its digest, so timing reveals nothing about how much of a guess is right.
async function findLogin(kernel: Kernel, apiKey: string, inTurn: InTurn): Promise<KeyRow | undefined> {
  const digest = digestOfKey(apiKey);
  const login = await apiKeyCacheOf<KeyRow>(kernel).get(digest.toString('base64'), () =>
    inTurn(() => readLogin(kernel, digest)),
  );
  return login?.expires_at && login.expires_at <= kernel.clock.now() ? undefined : login;
}

async function readLogin({ db }: Kernel, digest: Buffer): Promise<KeyRow | undefined> {
  const [row] = await query<KeyRow>(
    db.lookups,
    sql`SELECT ${LOGIN_COLUMNS}, k.expires_at
        FROM auth.api_key k JOIN auth.login_user u ON u.id = k.user_id ${LOGIN_TENANT}
        WHERE k.digest = ${digest}`,
    { prepared: true },
  );
  return row;
}

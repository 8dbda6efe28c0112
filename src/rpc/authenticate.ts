import { parseNetworks } from '../config/networks.ts';
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

/** Also the caller whose key is right, but not here, reads what may be wrong. */
const WRONG_KEY = 'wrong userid or api_key, or the key may not be used from this address';

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
  // A right key from elsewhere answers and counts like a wrong one, so that nobody learns that a key they found is right.
  if (!login || String(login.id) !== id || !isAllowedFrom(login, address)) {
    const keys = [`address ${address}`, `user ${id.slice(0, 20)}`];
    failures.guard(keys);
    failures.record(keys);
    throw new Fault('unauthenticated', WRONG_KEY);
  }
  checkInService(login);
  return actorOf(login);
}

/**
 * The login user whose address for telephone flows has this token, of 256 random bits, which nobody guesses.
 * @throws Fault of kind `unauthenticated`, alike for a token that is wrong and one that is used from elsewhere; `forbidden`
 */
export async function authenticateBranch(
  kernel: Kernel,
  { token, address, inTurn }: { token: string; address: string; inTurn: InTurn },
): Promise<Actor> {
  const digest = digestOfKey(token);
  const login = await apiKeyCacheOf<LoginRow>(kernel).get(`branch ${digest.toString('base64')}`, () =>
    inTurn(() => readBranchUser(kernel, digest)),
  );
  if (!login || !isAllowedFrom(login, address)) throw new Fault('unauthenticated', 'there is nothing at this address');
  checkInService(login);
  return actorOf(login);
}

async function readBranchUser({ db }: Kernel, digest: Buffer): Promise<LoginRow | undefined> {
  const [row] = await query<LoginRow>(
    db.lookups,
    sql`SELECT ${LOGIN_COLUMNS} FROM auth.login_user u ${LOGIN_TENANT} WHERE u.branch_digest = ${digest}`,
    { prepared: true },
  );
  return row;
}

/** The address is in its one spelling, as `rest/address.ts` finds it. */
function isAllowedFrom({ allowed_ips: networks }: LoginRow, address: string): boolean {
  if (networks.length === 0) return true;
  return parseNetworks(networks.join(','))?.check(address) ?? false;
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

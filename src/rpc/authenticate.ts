import type { Actor } from '../core/actor.ts';
import type { AllowedLocation } from '../core/allowed-location.ts';
import { digestOfKey } from '../core/api-key.ts';
import { Fault } from '../core/fault.ts';
import type { Kernel } from '../core/kernel.ts';
import { type Group, permissionsOf } from '../core/permission.ts';
import { query, sql } from '../db/sql.ts';
import { apiKeyCacheOf } from './api-key-cache.ts';
import type { Credentials } from './context.ts';
import type { FailedLogins } from './failed-logins.ts';

interface LoginRow {
  id: number;
  username: string;
  groupname: Group;
  roles: string[];
  isp_id: number | null;
  reseller_id: number | null;
  allowed_locations: AllowedLocation[] | null;
  status: string;
  deleted: boolean;
  tenant_gone: boolean;
  reseller_type: string | null;
  timezone: string | null;
  expires_at: Date | null;
}

/**
 * The login user with this `userid` and `api_key` (contract 5).
 * @throws Fault of kind `unauthenticated`, `forbidden` or `tooMany`
 */
export async function authenticate(
  kernel: Kernel,
  failures: FailedLogins,
  { credentials, address }: { credentials: Credentials; address: string },
): Promise<Actor> {
  const { userid, apiKey } = credentials;
  if (!userid || !apiKey) throw new Fault('unauthenticated', 'userid and api_key are required');
  const id = userid.trim();
  // The limit applies to wrong keys only: a right one (200 random bits) is no guess, so guessing never locks its owner out.
  const login = await findLogin(kernel, apiKey);
  if (!login || String(login.id) !== id) {
    const keys = [`address ${address}`, `user ${id.slice(0, 20)}`];
    failures.guard(keys);
    failures.record(keys);
    throw new Fault('unauthenticated', 'wrong userid or api_key');
  }
  if (login.status !== 'Active') throw new Fault('forbidden', `login user ${login.username} is suspended`);
  if (login.deleted || login.tenant_gone)
    throw new Fault('forbidden', `login user ${login.username} is no longer in service`);
  return actorOf(login);
}

// Looked up by its digest, so timing reveals nothing about how much of a guess is right.
async function findLogin(kernel: Kernel, apiKey: string): Promise<LoginRow | undefined> {
  const digest = digestOfKey(apiKey);
  const login = await apiKeyCacheOf<LoginRow>(kernel).get(digest.toString('base64'), () => readLogin(kernel, digest));
  return login?.expires_at && login.expires_at <= kernel.clock.now() ? undefined : login;
}

async function readLogin({ db }: Kernel, digest: Buffer): Promise<LoginRow | undefined> {
  const [row] = await query<LoginRow>(
    db.lookups,
    sql`SELECT u.id, u.username, u.groupname, u.roles, u.isp_id, u.reseller_id, u.status, auth.places_of(u) AS allowed_locations,
          u.deleted_at IS NOT NULL AS deleted,
          (i.deleted_at IS NOT NULL OR r.deleted_at IS NOT NULL) AS tenant_gone,
          r.type AS reseller_type, s.timezone, k.expires_at
        FROM auth.api_key k
        JOIN auth.login_user u ON u.id = k.user_id
        LEFT JOIN crm.isp i ON i.id = u.isp_id
        LEFT JOIN crm.isp_setting s ON s.isp_id = u.isp_id
        LEFT JOIN crm.reseller r ON r.id = u.reseller_id
        WHERE k.digest = ${digest}`,
    { prepared: true },
  );
  return row;
}

function actorOf(login: LoginRow): Actor {
  const franchisee = login.reseller_type === 'Franchisee';
  const ofReseller = login.reseller_id !== null;
  const restricted = login.allowed_locations !== null;
  return {
    userId: login.id,
    username: login.username,
    group: login.groupname,
    ispId: login.isp_id,
    resellerId: login.reseller_id,
    locations: login.allowed_locations,
    franchisee,
    permissions: permissionsOf({ group: login.groupname, roles: login.roles, ofReseller, franchisee, restricted }),
    zone: login.timezone ?? 'UTC',
  };
}

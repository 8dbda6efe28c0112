import type { Actor } from '../core/access/actor.ts';
import { permissionsOf } from '../core/access/effective-permissions.ts';
import type { Group } from '../core/access/permission.ts';
import { Fault } from '../core/fault.ts';
import { regionOf } from '../core/telephone/numbers.ts';
import type { AllowedLocation } from '../core/tenancy/allowed-location.ts';
import { beingMoved, isFrozen } from '../core/tenancy/frozen-tenant.ts';
import { type Sql, sql } from '../db/sql.ts';

/** A login user and its tenant, as far as they decide what it may do. */
export interface LoginRow {
  id: number;
  username: string;
  groupname: Group;
  roles: string[];
  isp_id: number | null;
  reseller_id: number | null;
  allowed_locations: AllowedLocation[] | null;
  /** Networks that its API keys may be used from. Empty: anywhere. */
  allowed_ips: string[];
  status: string;
  deleted: boolean;
  tenant_gone: boolean;
  /** The name of its ISP, if that is being moved to another installation. */
  moving: string | null;
  reseller_type: string | null;
  timezone: string | null;
  /** Of its ISP; of all ISPs if it belongs to none. */
  countries: (string | null)[];
  /** Does its ISP hide telephone numbers; for one of no ISP, does any? */
  mask_phones: boolean;
}

/** Selects a LoginRow of login user `u`; FROM needs `LOGIN_TENANT`. */
export const LOGIN_COLUMNS: Sql = sql`u.id, u.username, u.groupname, u.roles, u.isp_id, u.reseller_id, u.status, u.allowed_ips,
  auth.places_of(u) AS allowed_locations, u.deleted_at IS NOT NULL AS deleted,
  (i.deleted_at IS NOT NULL OR r.deleted_at IS NOT NULL) AS tenant_gone, CASE WHEN ${isFrozen(sql`u.isp_id`)} THEN i.name END AS moving,
  r.type AS reseller_type, s.timezone,
  CASE WHEN u.isp_id IS NULL THEN ARRAY(SELECT DISTINCT t.country FROM crm.isp t WHERE t.deleted_at IS NULL) ELSE ARRAY[i.country] END
    AS countries,
  CASE WHEN u.isp_id IS NULL THEN EXISTS (SELECT FROM crm.isp_setting x WHERE x.mask_phones) ELSE coalesce(s.mask_phones, false) END
    AS mask_phones`;

/** The tenant of login user `u`. */
export const LOGIN_TENANT: Sql = sql`LEFT JOIN crm.isp i ON i.id = u.isp_id
  LEFT JOIN crm.isp_setting s ON s.isp_id = u.isp_id
  LEFT JOIN crm.reseller r ON r.id = u.reseller_id`;

/** @throws Fault of kind `forbidden` for a login user that may not call any more; `unavailable` while its ISP is moved */
export function checkInService({ username, status, deleted, tenant_gone, moving }: LoginRow): void {
  if (status !== 'Active') throw new Fault('forbidden', `login user ${username} is suspended`);
  if (deleted || tenant_gone) throw new Fault('forbidden', `login user ${username} no longer exists`);
  if (moving !== null) throw beingMoved(moving);
}

export function actorOf(login: LoginRow, session: Actor['session'] = null): Actor {
  const franchisee = login.reseller_type === 'Franchisee';
  const ofReseller = login.reseller_id !== null;
  const restricted = login.allowed_locations !== null;
  const permissions = permissionsOf({ group: login.groupname, roles: login.roles, ofReseller, franchisee, restricted });
  return {
    userId: login.id,
    username: login.username,
    group: login.groupname,
    ispId: login.isp_id,
    resellerId: login.reseller_id,
    locations: login.allowed_locations,
    franchisee,
    permissions,
    zone: login.timezone ?? 'UTC',
    regions: [...new Set(login.countries.flatMap((country) => regionOf(country ?? '') ?? []))],
    masksPhones: login.mask_phones && !permissions.has('phone.read'),
    session,
  };
}

import { join, raw, type Sql, sql } from '../../db/sql.ts';
import type { Actor } from '../access/actor.ts';
import type { Subscriber } from '../access/subscriber.ts';
import type { Region } from '../telephone/numbers.ts';
import { type AllowedLocation, inLocations, type LocationColumns, locationWhere } from './allowed-location.ts';

declare const brand: unique symbol;

/** Which rows a caller can see. Created only from an authenticated actor; every rule takes one. */
export interface Scope {
  readonly [brand]: true;
  readonly ispId: number | null;
  readonly resellerId: number | null;
  /** The locations that an Employee is restricted to; null: no restriction. */
  readonly locations: readonly AllowedLocation[] | null;
  /** Only of a subscriber, who sees nothing but what is this customer's. */
  readonly customerId?: number;
  /** The username for `created_by` and `updated_by`. */
  readonly by: string;
  /** Does the caller belong to a franchisee? Its ISP sets the prices. */
  readonly franchisee: boolean;
  /** Whose telephone numbers need no code of the country, as of the actor; absent: none. */
  readonly regions?: readonly Region[];
  /** Set for a technician, who sees no visits of others: a visit shows what `customer.read` is needed for elsewhere. */
  readonly ownVisits?: true;
  /** Set for a caller who sees telephone numbers masked. */
  readonly masksPhones?: true;
}

export function scopeOf(actor: Actor): Scope {
  const { ispId, resellerId, locations, franchisee, regions, permissions, username: by } = actor;
  const own = permissions.has('customer.read') ? {} : { ownVisits: true };
  const masks = actor.masksPhones ? { masksPhones: true } : {};
  return { ispId, resellerId, locations, franchisee, regions, by, ...own, ...masks } as Scope;
}

/** What another login user sees, whatever their permissions. */
export const seenBy = ({ username: by, ...whose }: Pick<Actor, 'ispId' | 'resellerId' | 'locations' | 'username'>) =>
  ({ ...whose, by, franchisee: false }) as Scope;

/** The scope of a subscriber: one customer. */
export function scopeOfSubscriber({ ispId, customerId, username }: Subscriber): Scope {
  return {
    ...{ ispId, customerId, resellerId: null, locations: null },
    ...{ franchisee: false, by: `subscriber ${username}` },
  } as unknown as Scope;
}

/** SQL that depends on the caller: not every caller who sees a row may see all of it. */
export type ForScope = (scope: Scope) => Sql;

/** Sees everything: for jobs, the command line and calls without a caller. */
export const wholeInstallation = {
  ispId: null,
  resellerId: null,
  locations: null,
  by: 'system',
  franchisee: false,
} as unknown as Scope;

/** The part of a scope that one ISP, or one reseller of it, owns. The caller must have been found to see the owner. */
export const partOf = (scope: Scope, owner: Pick<Scope, 'ispId' | 'resellerId'>): Scope => ({ ...scope, ...owner });

/** No row has this ISP: tables that do not say whose customer a row is have none for a subscriber. */
const NOTHING = { ispId: 0 };

/** Prisma `where` for the rows that the caller's ISP or reseller owns. */
export function owned(scope: Scope): { ispId?: number; resellerId?: number } {
  if (scope.customerId !== undefined) return NOTHING;
  return {
    ...(scope.ispId === null ? {} : { ispId: scope.ispId }),
    ...(scope.resellerId === null ? {} : { resellerId: scope.resellerId }),
  };
}

/** Prisma `where` for the rows that the caller may use: its own, and those that its ISP owns itself, which it shares. */
export function usable(scope: Scope): { ispId?: number; OR?: { resellerId: number | null }[] } {
  if (scope.customerId !== undefined) return NOTHING;
  return {
    ...(scope.ispId === null ? {} : { ispId: scope.ispId }),
    ...(scope.resellerId === null ? {} : { OR: [{ resellerId: scope.resellerId }, { resellerId: null }] }),
  };
}

/** Prisma `where` for an Employee's locations, on records that carry location codes. */
export const inOwnLocations = ({ locations }: Scope): { OR?: ReturnType<typeof locationWhere> } =>
  locations === null ? {} : { OR: locationWhere(locations) };

/** Author fields of a new row. */
export function created(scope: Scope): { createdBy: string; updatedBy: string } {
  return { createdBy: scope.by, updatedBy: scope.by };
}

/** The fields of every update, for the writer that Prisma does not stamp. */
export function updated(scope: Scope): { updatedAt: Date; updatedBy: string } {
  return { updatedAt: new Date(), updatedBy: scope.by };
}

/** The SQL columns of a table that a scope restricts. */
export interface ScopeColumns {
  /** Absent: no tenant owns the rows, and permissions alone decide who sees them. */
  readonly isp?: string;
  /** Absent: only ISPs own rows, and a reseller's users see those of their ISP. */
  readonly reseller?: string;
  /** Resellers can read the rows that their ISP owns itself (reseller NULL). */
  readonly shared?: boolean;
  readonly deleted?: string;
  /** Absent: a subscriber sees no row. */
  readonly customer?: string;
  readonly location?: LocationColumns;
  /** An additional condition of the table (a NAS shared with some resellers). */
  readonly own?: (scope: Scope) => Sql | null;
}

/** For `own`, of records that only an ISP itself manages, without its resellers. */
export const ispsOnly = ({ resellerId }: Scope): Sql | null => (resellerId === null ? null : sql`FALSE`);

/** The conditions of a scope for a raw query. */
export function scopeConditions(scope: Scope, columns: ScopeColumns): Sql[] {
  const conditions: Sql[] = [];
  if (columns.deleted) conditions.push(sql`${raw(columns.deleted)} IS NULL`);
  if (scope.ispId !== null && columns.isp) conditions.push(sql`${raw(columns.isp)} = ${scope.ispId}`);
  if (scope.resellerId !== null && columns.reseller) {
    const reseller = raw(columns.reseller);
    const mine = sql`${reseller} = ${scope.resellerId}`;
    conditions.push(columns.shared ? sql`(${mine} OR ${reseller} IS NULL)` : mine);
  }
  if (scope.customerId !== undefined)
    conditions.push(columns.customer ? sql`${raw(columns.customer)} = ${scope.customerId}` : sql`FALSE`);
  if (columns.location && scope.locations !== null) conditions.push(inLocations(scope.locations, columns.location));
  const own = columns.own?.(scope);
  if (own) conditions.push(own);
  return conditions;
}

/** The scope columns of `crm.service` with the given alias. */
export const serviceScope = (alias: string) =>
  ({
    isp: `${alias}.isp_id`,
    reseller: `${alias}.reseller_id`,
    deleted: `${alias}.deleted_at`,
    customer: `${alias}.customer_id`,
    location: { lc: `${alias}.location_code`, slc: `${alias}.sub_location_code` },
  }) as const satisfies ScopeColumns;

/**
 * A customer has no location: an Employee sees customers with a service in its locations, and those without any service.
 * `customer` is the SQL column of the customer's id.
 */
export const servedInLocations =
  (customer: string) =>
  (scope: Scope): Sql | null => {
    if (scope.locations === null) return null;
    const services = (conditions: Sql[]) =>
      sql`EXISTS (SELECT 1 FROM crm.service s WHERE s.customer_id = ${raw(customer)} AND ${join(conditions, ' AND ')})`;
    const inside = services(scopeConditions(scope, serviceScope('s')));
    return sql`(${inside} OR NOT ${services([sql`s.deleted_at IS NULL`])})`;
  };

import { join, raw, type Sql, sql } from '../db/sql.ts';
import type { Actor } from './actor.ts';
import { inPlaces, inSomePlaces, type Place, type PlaceColumns } from './place.ts';

declare const minted: unique symbol;

/** Which rows a caller can see. Minted from an authenticated actor only; every rule takes one. */
export interface Scope {
  readonly [minted]: true;
  readonly ispId: number | null;
  readonly resellerId: number | null;
  /** The locations that an Employee is narrowed to; null: not narrowed. */
  readonly places: readonly Place[] | null;
  /** Username that `created_by` and `updated_by` are stamped with. */
  readonly by: string;
  /** Does the caller belong to a franchisee, who leaves prices to its ISP? */
  readonly franchisee: boolean;
}

export function scopeOf(actor: Actor): Scope {
  const { ispId, resellerId, places, franchisee, username: by } = actor;
  return { ispId, resellerId, places, franchisee, by } as Scope;
}

/** The whole installation: for jobs, the command line and calls without a caller. */
export const wholeInstallation = {
  ispId: null,
  resellerId: null,
  places: null,
  by: 'system',
  franchisee: false,
} as unknown as Scope;

/** Prisma `where` of rows that the caller's side owns. */
export function owned(scope: Scope): { ispId?: number; resellerId?: number } {
  return {
    ...(scope.ispId === null ? {} : { ispId: scope.ispId }),
    ...(scope.resellerId === null ? {} : { resellerId: scope.resellerId }),
  };
}

/** Prisma `where` of rows that the caller may use: its own, and those its ISP owns itself and so shares. */
export function usable(scope: Scope): { ispId?: number; OR?: { resellerId: number | null }[] } {
  return {
    ...(scope.ispId === null ? {} : { ispId: scope.ispId }),
    ...(scope.resellerId === null ? {} : { OR: [{ resellerId: scope.resellerId }, { resellerId: null }] }),
  };
}

/** Prisma `where` of an Employee's locations, for records that carry the codes of one. */
export const located = ({ places }: Scope): { OR?: ReturnType<typeof inSomePlaces> } =>
  places === null ? {} : { OR: inSomePlaces(places) };

/** Who made a row. */
export function created(scope: Scope): { createdBy: string; updatedBy: string } {
  return { createdBy: scope.by, updatedBy: scope.by };
}

/** Where a table keeps what a scope looks at: SQL column names. */
export interface ScopeColumns {
  /** Absent: rows that no tenant owns; who may see them is a matter of permission alone. */
  readonly isp?: string;
  /** Absent: the table belongs to ISPs only, and a reseller's users see what their ISP has. */
  readonly reseller?: string;
  /** The rows the ISP owns itself (reseller NULL) are readable by its resellers. */
  readonly shared?: boolean;
  readonly deleted?: string;
  readonly location?: PlaceColumns;
  /** A rule of the table's own, beside the ones above (a NAS shared with some resellers). */
  readonly own?: (scope: Scope) => Sql | null;
}

/** The conditions a scope puts on a raw query. */
export function scopeConditions(scope: Scope, columns: ScopeColumns): Sql[] {
  const conditions: Sql[] = [];
  if (columns.deleted) conditions.push(sql`${raw(columns.deleted)} IS NULL`);
  if (scope.ispId !== null && columns.isp) conditions.push(sql`${raw(columns.isp)} = ${scope.ispId}`);
  if (scope.resellerId !== null && columns.reseller) {
    const reseller = raw(columns.reseller);
    const mine = sql`${reseller} = ${scope.resellerId}`;
    conditions.push(columns.shared ? sql`(${mine} OR ${reseller} IS NULL)` : mine);
  }
  if (columns.location && scope.places !== null) conditions.push(inPlaces(scope.places, columns.location));
  const own = columns.own?.(scope);
  if (own) conditions.push(own);
  return conditions;
}

/** What a scope looks at of a service, by its alias. */
export const serviceScope = (alias: string) =>
  ({
    isp: `${alias}.isp_id`,
    reseller: `${alias}.reseller_id`,
    deleted: `${alias}.deleted_at`,
    location: { lc: `${alias}.location_code`, slc: `${alias}.sub_location_code` },
  }) as const satisfies ScopeColumns;

/**
 * A customer has no location of its own: an Employee sees those served in its locations, and those not served yet. Of the
 * column that has the customer's id.
 */
export const servedInside =
  (customer: string) =>
  (scope: Scope): Sql | null => {
    if (scope.places === null) return null;
    const services = (conditions: Sql[]) =>
      sql`EXISTS (SELECT 1 FROM crm.service s WHERE s.customer_id = ${raw(customer)} AND ${join(conditions, ' AND ')})`;
    const inside = services(scopeConditions(scope, serviceScope('s')));
    return sql`(${inside} OR NOT ${services([sql`s.deleted_at IS NULL`])})`;
  };

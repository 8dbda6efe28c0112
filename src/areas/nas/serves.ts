import { raw, type Sql, sql } from '../../db/sql.ts';

/** Of whom a NAS is, and whom its owner shares it with. */
export interface Sharing {
  /** Null: the ISP's own. */
  readonly resellerId: number | null;
  readonly shareAll: boolean;
  readonly sharedWith: ReadonlySet<number>;
}

/**
 * Whether a NAS serves the services of a reseller, or with null the ISP's own: one of a reseller serves that reseller, one
 * of the ISP the ISP itself and those it is shared with (contract 2.4, 4.5). Services of another ISP are never asked for.
 * `servedBy` is the same rule in SQL.
 */
export function serves(nas: Sharing, resellerId: number | null): boolean {
  if (nas.resellerId !== null) return nas.resellerId === resellerId;
  return resellerId === null || nas.shareAll || nas.sharedWith.has(resellerId);
}

/** `serves`, for the alias of `radius.nas` and an expression that is the id of a reseller or NULL. */
export function servedBy(nas: string, reseller: Sql): Sql {
  const n = raw(nas);
  return sql`(${n}.reseller_id IS NOT DISTINCT FROM ${reseller} OR ${n}.reseller_id IS NULL AND (${n}.share_all OR EXISTS (
    SELECT FROM radius.nas_share h WHERE h.nas_id = ${n}.id AND h.reseller_id = ${reseller})))`;
}

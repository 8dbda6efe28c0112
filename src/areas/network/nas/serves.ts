import { raw, type Sql, sql } from '../../../db/sql.ts';

/** Who owns a NAS, and which resellers it is shared with. */
export interface Sharing {
  /** Null: the ISP's own. */
  readonly resellerId: number | null;
  readonly shareAll: boolean;
  readonly sharedWith: ReadonlySet<number>;
}

/**
 * Whether a NAS serves the services of a reseller (null: the ISP's own). A reseller's NAS serves that reseller; an ISP's NAS
 * serves the ISP and the resellers it is shared with (contract 2.4, 4.5). Both must be of one ISP: callers check that.
 * `servedBy` is the same rule in SQL.
 */
export function serves(nas: Sharing, resellerId: number | null): boolean {
  if (nas.resellerId !== null) return nas.resellerId === resellerId;
  return resellerId === null || nas.shareAll || nas.sharedWith.has(resellerId);
}

/** `serves` in SQL: `nas` is an alias of `radius.nas`, `reseller` an expression for a reseller id or NULL. */
export function servedBy(nas: string, reseller: Sql): Sql {
  const n = raw(nas);
  return sql`(${n}.reseller_id IS NOT DISTINCT FROM ${reseller} OR ${n}.reseller_id IS NULL AND (${n}.share_all OR EXISTS (
    SELECT FROM radius.nas_share h WHERE h.nas_id = ${n}.id AND h.reseller_id = ${reseller})))`;
}

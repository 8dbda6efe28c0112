import { raw, type Sql, sql } from '../../../../db/sql.ts';
import type { Side } from '../../staff.ts';

/** Whose staff goes, and where to. */
export interface OfPlace extends Side {
  readonly locationCode: string | null;
}

/** The slots that hold for a location: its own, or, where it has none, those without a location. */
export function isOfPlace(alias: string, { ispId, keeperId, locationCode }: OfPlace): Sql {
  const ofStaff = (slot: Sql) =>
    sql`${slot}.isp_id = ${ispId} AND ${slot}.reseller_id IS NOT DISTINCT FROM ${keeperId}::int`;
  const own = sql`SELECT FROM crm.visit_slot w WHERE ${ofStaff(sql`w`)} AND w.location_code = ${locationCode}::text`;
  const row = raw(alias);
  return sql`${ofStaff(row)}
    AND ${row}.location_code IS NOT DISTINCT FROM CASE WHEN EXISTS (${own}) THEN ${locationCode}::text END`;
}

import { join, type Sql, sql } from '../../../db/sql.ts';
import { servicesOfNas } from '../../subscribers/services/services-of-nas.ts';

/** Which services of an ISP an incident concerns: those that meet all of what is not null or empty. */
export interface Filter {
  readonly locationCode: string | null;
  readonly nasId: number | null;
  readonly ofResellerId: number | null;
  readonly planId: number | null;
  readonly ipPoolId: number | null;
  readonly serviceIds: readonly number[];
}

/** One that has not begun cannot lose anything. */
const begun = sql`s.status IN ('Active', 'NP', 'NPD', 'Suspend')`;

/** Conditions on a service `s`. */
export function concernedBy(ispId: number, filter: Filter): Sql {
  const { locationCode, nasId, ofResellerId, planId, ipPoolId, serviceIds } = filter;
  const conditions = [sql`s.isp_id = ${ispId} AND s.deleted_at IS NULL AND ${begun}`];
  if (locationCode !== null) conditions.push(sql`s.location_code = ${locationCode}`);
  if (ofResellerId !== null) conditions.push(sql`s.reseller_id = ${ofResellerId}`);
  if (planId !== null) conditions.push(sql`s.plan_id = ${planId}`);
  if (ipPoolId !== null) conditions.push(sql`s.ip_pool_id = ${ipPoolId}`);
  if (serviceIds.length > 0) conditions.push(sql`s.id = ANY(${[...serviceIds]}::int[])`);
  if (nasId !== null) conditions.push(sql`s.id IN (${servicesOfNas(sql`${ispId}::int`, nasId)})`);
  return join(conditions, ' AND ');
}

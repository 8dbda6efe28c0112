import { notFound } from '../../../core/fault.ts';
import { readShared } from '../../../core/records/row-locks.ts';
import { partOf, wholeInstallation } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { Filter } from './concerned.ts';

/** The parameters of a filter. */
export interface GivenFilter {
  readonly location_code?: string | undefined;
  readonly nasid?: number | undefined;
  readonly of_resellerid?: number | undefined;
  readonly planid?: number | undefined;
  readonly poolid?: number | undefined;
  readonly serviceids?: readonly number[] | undefined;
}

/** The filter, of records of the ISP, which are locked against deletion. @throws Fault of kind `notFound` */
export async function filterOf(tx: Tx, ispId: number, given: GivenFilter): Promise<Filter> {
  const { location_code: locationCode = null, nasid: nasId = null, of_resellerid: ofResellerId = null } = given;
  const { planid: planId = null, poolid: ipPoolId = null, serviceids: serviceIds = [] } = given;
  const ofIsp = partOf(wholeInstallation, { ispId, resellerId: null });
  const named = [
    { what: 'NAS', id: nasId },
    { what: 'reseller', id: ofResellerId },
    { what: 'plan', id: planId },
    { what: 'IP pool', id: ipPoolId },
  ] as const;
  for (const { what, id } of named) if (id !== null) await readShared(tx, ofIsp, { what, id }, sql`1`);
  if (locationCode !== null) await refuseOtherLocation(tx, ispId, locationCode);
  if (serviceIds.length > 0) await refuseOtherServices(tx, ispId, serviceIds);
  return { locationCode, nasId, ofResellerId, planId, ipPoolId, serviceIds };
}

async function refuseOtherLocation(tx: Tx, ispId: number, code: string): Promise<void> {
  const [found] = await query(
    tx,
    sql`SELECT 1 FROM crm.location l WHERE l.isp_id = ${ispId} AND l.code = ${code} FOR KEY SHARE`,
  );
  if (!found) throw notFound('location', code);
}

/** @throws Fault of kind `notFound` that names the first service which is not of the ISP */
export async function refuseOtherServices(tx: Tx, ispId: number, serviceIds: readonly number[]): Promise<void> {
  const [other] = await query<{ id: number }>(
    tx,
    sql`SELECT given.id FROM unnest(${[...serviceIds]}::int[]) AS given (id)
        WHERE NOT EXISTS (SELECT FROM crm.service s WHERE s.id = given.id AND s.isp_id = ${ispId} AND s.deleted_at IS NULL)
        ORDER BY given.id LIMIT 1`,
  );
  if (other) throw notFound('service', other.id);
}

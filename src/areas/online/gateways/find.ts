import { isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';
import { accountColumns, type StoredAccount } from './account.ts';
import type { ProviderName } from './vocabulary.ts';

/** A gateway that a subscriber may choose. */
export interface OfferedGateway {
  readonly gatewayid: number;
  readonly provider: ProviderName;
}

/**
 * How a service can be paid on the Internet: one gateway of each provider, one for real money first. None if its reseller
 * collects without the ISP.
 * @param simulator this installation has one
 */
export const gatewaysFor = (on: Runner, serviceId: number, simulator: boolean): Promise<OfferedGateway[]> =>
  query(
    on,
    sql`SELECT DISTINCT ON (g.provider) g.id AS gatewayid, g.provider
        FROM crm.service s
        LEFT JOIN crm.reseller r ON r.id = s.reseller_id
        JOIN crm.payment_gateway g ON g.isp_id = s.isp_id AND g.active AND g.deleted_at IS NULL
        WHERE s.id = ${serviceId} AND (r.payment_by IS NULL OR 'ISP' = ANY (string_to_array(r.payment_by::text, '+')))
          AND (${simulator} OR g.environment <> 'Simulator')
        ORDER BY g.provider, g.environment <> 'Live', g.id`,
  );

/** The gateway for new orders of an ISP: the one that is named, or the oldest; it must be active. */
export async function activeGateway(
  on: Runner,
  ispId: number,
  gatewayId: number | undefined,
): Promise<StoredAccount | undefined> {
  const named = gatewayId === undefined ? sql`` : sql`AND g.id = ${gatewayId}`;
  const [gateway] = await query<StoredAccount>(
    on,
    sql`SELECT ${accountColumns} FROM crm.payment_gateway g
        WHERE g.isp_id = ${ispId} AND g.active AND g.deleted_at IS NULL ${named} ORDER BY g.id LIMIT 1`,
  );
  return gateway;
}

/** A gateway that is not deleted. `frozen`: its ISP is being moved to another installation. */
export async function findGateway(
  on: Runner,
  id: number,
): Promise<(StoredAccount & { readonly frozen: boolean }) | undefined> {
  const [gateway] = await query<StoredAccount & { readonly frozen: boolean }>(
    on,
    sql`SELECT ${accountColumns}, ${isFrozen(sql`g.isp_id`)} AS frozen FROM crm.payment_gateway g
        WHERE g.id = ${id} AND g.deleted_at IS NULL`,
  );
  return gateway;
}

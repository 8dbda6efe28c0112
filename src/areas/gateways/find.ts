import { isFrozen } from '../../core/frozen-tenant.ts';
import type { Database } from '../../db/database.ts';
import { query, type Runner, sql } from '../../db/sql.ts';
import { accountColumns, type StoredAccount } from './account.ts';

/** Whether somebody can pay this ISP on the Internet. */
export async function hasActiveGateway({ pool }: Pick<Database, 'pool'>, ispId: number): Promise<boolean> {
  return (await activeGateway(pool, ispId, undefined)) !== undefined;
}

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

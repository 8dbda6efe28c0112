import { notFound } from '../../../core/fault.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';

/** A service whose money is adjusted. */
export interface Adjusted {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly customerId: number;
  readonly deposit: string;
  /** Who collects from the reseller's subscribers; null if there is no reseller. */
  readonly paymentBy: string | null;
}

/** A service of the scope as it is under its lock; one that is deleted too if wanted. @throws Fault of kind `notFound` */
export async function lockAdjusted(
  tx: Tx,
  scope: Scope,
  serviceId: number,
  { includeDeleted = false } = {},
): Promise<Adjusted> {
  const { deleted, ...owned } = serviceScope('s');
  const columns = includeDeleted ? owned : { ...owned, deleted };
  const conditions = [sql`s.id = ${serviceId}`, ...scopeConditions(scope, columns)];
  const [service] = await query<Adjusted>(
    tx,
    sql`SELECT s.id, s.isp_id AS "ispId", s.reseller_id AS "resellerId", s.customer_id AS "customerId",
          CASE WHEN s.deleted_at IS NULL THEN s.deposit ELSE 0 END AS deposit,
          (SELECT r.payment_by FROM crm.reseller r WHERE r.id = s.reseller_id) AS "paymentBy"
        FROM crm.service s WHERE ${join(conditions, ' AND ')} FOR NO KEY UPDATE OF s`,
  );
  if (!service) throw notFound('service', serviceId);
  return service;
}

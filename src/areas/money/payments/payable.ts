import { Fault, notFound } from '../../../core/fault.ts';
import { type Scope, scopeConditions, servedInLocations, serviceScope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { join, query, type Sql, sql } from '../../../db/sql.ts';

/** A service to pay for. */
export interface Payable {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly customerId: number;
  readonly timezone: string;
  /** Null if there is no reseller. */
  readonly paymentBy: string | null;
}

/**
 * The service to pay for: not deleted, or deleted and still owing. `lock`: a further lock, in the same statement.
 * @throws Fault of kind `notFound`
 */
export async function findPayable(tx: Tx, scope: Scope, serviceId: number, lock?: Sql): Promise<Payable> {
  const [service] = await readPayables(tx, scope, sql`s.id = ${serviceId}`, lock);
  if (!service) throw notFound('service', serviceId);
  return service;
}

/**
 * The same of a customer: all its services that the caller sees, by id.
 * @throws Fault of kind `notFound`, or of kind `conflict` if there is none
 */
export async function findPayables(
  tx: Tx,
  scope: Scope,
  customerId: number,
  lock?: Sql,
): Promise<readonly [Payable, ...Payable[]]> {
  const [first, ...more] = await readPayables(tx, scope, sql`s.customer_id = ${customerId}`, lock);
  if (first) return [first, ...more];
  const seen = scopeConditions(scope, {
    ...{ isp: 'c.isp_id', reseller: 'c.reseller_id', customer: 'c.id', deleted: 'c.deleted_at' },
    own: servedInLocations('c.id'),
  });
  const customers = await query(
    tx,
    sql`SELECT c.id FROM crm.customer c WHERE ${join([sql`c.id = ${customerId}`, ...seen], ' AND ')}`,
  );
  if (customers.length === 0) throw notFound('customer', customerId);
  throw new Fault('conflict', `customer ${customerId} has no service to pay for`);
}

function readPayables(tx: Tx, scope: Scope, which: Sql, lock: Sql = sql`NULL`) {
  const { deleted: _, ...columns } = serviceScope('s');
  const conditions = [which, ...scopeConditions(scope, columns)];
  return query<Payable & { readonly locked: unknown }>(
    tx,
    sql`SELECT s.id, s.isp_id AS "ispId", s.reseller_id AS "resellerId", s.customer_id AS "customerId", i.timezone,
          r.payment_by AS "paymentBy", ${lock} AS locked
        FROM crm.service s
        JOIN crm.isp_setting i ON i.isp_id = s.isp_id
        LEFT JOIN crm.reseller r ON r.id = s.reseller_id
        WHERE ${join(conditions, ' AND ')} AND (s.deleted_at IS NULL OR s.os_amt > 0) ORDER BY s.id`,
  );
}

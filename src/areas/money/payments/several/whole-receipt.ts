import { notFound } from '../../../../core/fault.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../../core/tenancy/scope.ts';
import { join, query, type Runner, sql } from '../../../../db/sql.ts';

export interface ReceiptPart {
  readonly id: number;
  readonly serviceId: number;
  readonly username: string;
  readonly resellerId: number | null;
  readonly status: string;
}

/**
 * The payments of a receipt, by service. A receipt names all of its services, so that only those who see each of them see it.
 * @throws Fault of kind `notFound`
 */
export async function readWholeReceipt(on: Runner, scope: Scope, receiptId: number): Promise<readonly ReceiptPart[]> {
  const { location } = serviceScope('s');
  const columns = { isp: 'p.isp_id', reseller: 'p.reseller_id', customer: 'p.customer_id', location };
  const seen = join([sql`true`, ...scopeConditions(scope, columns)], ' AND ');
  const parts = await query<ReceiptPart & { readonly seen: boolean | null }>(
    on,
    sql`SELECT p.id, p.service_id AS "serviceId", s.username, p.reseller_id AS "resellerId", p.status, (${seen}) AS seen
        FROM crm.receipt r
        JOIN crm.payment p ON p.isp_id = r.isp_id AND p.receipt_id = r.id
        JOIN crm.service s ON s.id = p.service_id
        WHERE r.id = ${receiptId} ORDER BY p.service_id`,
  );
  if (parts.length === 0 || parts.some((each) => each.seen !== true)) throw notFound('receipt', receiptId);
  return parts;
}

import type { Call } from '../../../core/call.ts';
import { notFound } from '../../../core/fault.ts';
import { scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';

/** A payment as it is under its lock. */
export interface RecordedPayment {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly serviceId: number;
  readonly amt: string;
  readonly mode: string;
  readonly status: string;
  readonly paidOn: string;
  /** A late fee of the service was taken back: it may be due again. */
  readonly tookFeeBack: boolean;
  readonly entryId: bigint;
  /** Of a payment for several services; null: it is for one alone. */
  readonly receiptId: number | null;
  readonly paymentBy: string | null;
  readonly isCollectedByIsp: boolean;
  /** It came through a payment gateway. */
  readonly isOnline: boolean;
  /** The login user who took it; null: it came online. */
  readonly collectedBy: number | null;
  /** The day of the ISP on which it was entered. */
  readonly enteredOn: string;
  /** The ISP's. */
  readonly today: string;
}

/**
 * A payment in the caller's scope; its service may be deleted. It is read as it is under the lock, so that the second of two
 * concurrent calls finds it cancelled. Its scope is part of the query, so that a call never waits for a payment of another tenant.
 */
export async function lockPayment(
  tx: Tx,
  { scope, kernel }: Pick<Call, 'scope' | 'kernel'>,
  id: number,
): Promise<RecordedPayment> {
  const { location } = serviceScope('s');
  const columns = { isp: 'p.isp_id', reseller: 'p.reseller_id', location };
  const conditions = [sql`p.id = ${id}`, ...scopeConditions(scope, columns)];
  const [payment] = await query<Omit<RecordedPayment, 'entryId'> & { entryId: number }>(
    tx,
    sql`SELECT p.id, p.isp_id AS "ispId", p.reseller_id AS "resellerId", p.service_id AS "serviceId", p.amt, p.mode, p.status,
          p.paid_on AS "paidOn",
          EXISTS (SELECT FROM crm.ledger_entry e
            WHERE e.service_id = p.service_id AND e.kind = 'late_fee_return') AS "tookFeeBack",
          p.entry_id AS "entryId", p.receipt_id AS "receiptId", r.payment_by AS "paymentBy",
          u.id IS NOT NULL AND u.reseller_id IS NULL OR g.online AS "isCollectedByIsp", g.online AS "isOnline",
          p.collected_by AS "collectedBy", n.posted_on AS "enteredOn",
          (${kernel.clock.now()}::timestamptz AT TIME ZONE i.timezone)::date AS today
        FROM crm.payment p
        JOIN crm.service s ON s.id = p.service_id
        JOIN crm.isp_setting i ON i.isp_id = p.isp_id
        JOIN crm.ledger_entry n ON n.id = p.entry_id
        CROSS JOIN LATERAL (
          SELECT EXISTS (SELECT FROM crm.gateway_payment o WHERE o.payment_id = p.id) AS online) g
        LEFT JOIN crm.reseller r ON r.id = p.reseller_id
        LEFT JOIN auth.login_user u ON u.id = p.collected_by
        WHERE ${join(conditions, ' AND ')} FOR NO KEY UPDATE OF p`,
  );
  if (!payment) throw notFound('payment', id);
  return { ...payment, entryId: BigInt(payment.entryId) };
}

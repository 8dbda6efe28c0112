import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import type { Call } from '../../../core/call.ts';
import { Fault, notFound } from '../../../core/fault.ts';
import { done } from '../../../core/records/results.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { join, query, send, sql } from '../../../db/sql.ts';
import { type Change, changeSubscription } from '../billing/change.ts';
import { reviewLateFees } from '../billing/life-cycle/actions/late-fee-return.ts';
import { reversePayment } from '../billing/life-cycle/actions/payment.ts';
import type { DraftEntry } from '../billing/model/draft.ts';
import { preview, previewOf } from '../billing/preview.ts';
import { readLines } from '../billing/store/ledger/post.ts';
import { readLateFees } from '../billing/store/read-late-fees.ts';
import { checkCollector } from './collector.ts';
import { refusePart } from './several/refuse-part.ts';

export const cancelledPayment = z.strictObject({
  id: wire.id(),
  reason: wire.text(),
  preview: wire.flagYN().default(false),
});

export const cancelOutcome = z.union([done, preview]);

/**
 * Cancels a payment: reverses its entry, and what it paid is due again, the newest invoice first. Limits do not apply, since the
 * money is missing in any case: what was credited to a franchisee's wallet is taken out of it, below its limit if necessary.
 */
export async function cancelPayment(
  tx: Tx,
  call: Call & { readonly actor: Actor },
  { id, reason, preview: previews }: z.output<typeof cancelledPayment>,
  { withItsReceipt = false } = {},
): Promise<z.output<typeof cancelOutcome>> {
  const { scope, kernel } = call;
  const payment = await lockPayment(tx, scope, id);
  if (payment.status === 'Cancelled') throw new Fault('conflict', `payment ${id} is already cancelled`);
  if (!withItsReceipt) await refusePart(tx, payment);
  checkCollector(call.actor, payment);
  if (call.actor.resellerId !== null && payment.isCollectedByIsp)
    throw new Fault('forbidden', `the ISP collected payment ${id}, so only the ISP can cancel it`);
  const { entryId, mode, serviceId, paidOn } = payment;
  const posted = { entryId, mode, amt: new Decimal(payment.amt), lines: await readLines(tx, entryId) };
  let entry: DraftEntry | undefined;
  const change: Change = {
    serviceId,
    includeDeleted: true,
    includePaidInvoices: true,
    ignoreLimits: true,
    preview: previews,
  };
  const draft = await changeSubscription(tx, call, change, async (each) => {
    entry = reversePayment(each, posted);
    if (!payment.tookFeeBack) return;
    const moved = [{ on: paidOn, amt: posted.amt.negated() }];
    reviewLateFees(each, { fees: await readLateFees(tx, serviceId), moved, paidOn });
  });
  if (previews) return previewOf(tx, scope, draft);
  send(
    tx,
    sql`UPDATE crm.payment SET status = 'Cancelled', reversal_entry_id = ${entry?.id ?? 0n},
          cancelled_at = ${kernel.clock.now()}::timestamptz, cancelled_by = ${scope.by}, cancel_reason = ${reason}
        WHERE id = ${id}`,
  );
  return 'done';
}

interface Cancellable {
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
  readonly receiptId: number | null;
  readonly paymentBy: string | null;
  readonly isCollectedByIsp: boolean;
}

/**
 * A payment in the caller's scope; its service may be deleted. It is read as it is under the lock, so that the second of two
 * concurrent calls finds it cancelled. Its scope is part of the query, so that a call never waits for a payment of another tenant.
 */
async function lockPayment(tx: Tx, scope: Scope, id: number): Promise<Cancellable> {
  const { location } = serviceScope('s');
  const columns = { isp: 'p.isp_id', reseller: 'p.reseller_id', location };
  const conditions = [sql`p.id = ${id}`, ...scopeConditions(scope, columns)];
  const [payment] = await query<Omit<Cancellable, 'entryId'> & { entryId: number }>(
    tx,
    sql`SELECT p.id, p.isp_id AS "ispId", p.reseller_id AS "resellerId", p.service_id AS "serviceId", p.amt, p.mode, p.status,
          p.paid_on AS "paidOn",
          EXISTS (SELECT FROM crm.ledger_entry e
            WHERE e.service_id = p.service_id AND e.kind = 'late_fee_return') AS "tookFeeBack",
          p.entry_id AS "entryId", p.receipt_id AS "receiptId", r.payment_by AS "paymentBy",
          u.id IS NOT NULL AND u.reseller_id IS NULL
            OR EXISTS (SELECT FROM crm.gateway_payment g WHERE g.payment_id = p.id) AS "isCollectedByIsp"
        FROM crm.payment p
        JOIN crm.service s ON s.id = p.service_id
        LEFT JOIN crm.reseller r ON r.id = p.reseller_id
        LEFT JOIN auth.login_user u ON u.id = p.collected_by
        WHERE ${join(conditions, ' AND ')} FOR NO KEY UPDATE OF p`,
  );
  if (!payment) throw notFound('payment', id);
  return { ...payment, entryId: BigInt(payment.entryId) };
}

import { Decimal } from 'decimal.js';
import type { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import type { Call } from '../../../core/call.ts';
import { Fault } from '../../../core/fault.ts';
import { done } from '../../../core/records/results.ts';
import type { Tx } from '../../../db/database.ts';
import { send, sql } from '../../../db/sql.ts';
import { type Change, changeSubscription } from '../billing/change.ts';
import { reviewLateFees } from '../billing/life-cycle/actions/late-fee-return.ts';
import { reversePayment } from '../billing/life-cycle/actions/payment.ts';
import type { Draft, DraftEntry } from '../billing/model/draft.ts';
import { preview, previewOf } from '../billing/preview.ts';
import { readLines } from '../billing/store/ledger/post.ts';
import { readLateFees } from '../billing/store/read-late-fees.ts';
import { checkCollector } from './collector.ts';
import type { RecordedPayment } from './recorded-payment.ts';

export const takenBack = done.or(preview);

interface TakingBack {
  readonly reason: string;
  readonly preview: boolean;
  /** The day on which the bank returned it; null: it is cancelled otherwise. */
  readonly bouncedOn: string | null;
  /** What else happens to the service. */
  readonly also?: (draft: Draft) => void;
}

/**
 * Reverses the entry of a payment, and what it paid is due again, the newest invoice first. Limits do not apply, since the money
 * is missing in any case: what was credited to a franchisee's wallet is taken out of it, below its limit if necessary.
 */
export async function takeBack(
  tx: Tx,
  call: Call & { readonly actor: Actor },
  payment: RecordedPayment,
  { reason, preview: previews, bouncedOn, also }: TakingBack,
): Promise<z.output<typeof takenBack>> {
  const { scope, kernel } = call;
  checkTakingBack(call.actor, payment);
  const { id, entryId, mode, serviceId, paidOn } = payment;
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
    if (payment.tookFeeBack) {
      const moved = [{ on: paidOn, amt: posted.amt.negated() }];
      reviewLateFees(each, { fees: await readLateFees(tx, serviceId), moved, paidOn });
    }
    also?.(each);
  });
  if (previews) return previewOf(tx, scope, draft);
  send(
    tx,
    sql`UPDATE crm.payment SET status = 'Cancelled', reversal_entry_id = ${entry?.id ?? 0n},
          cancelled_at = ${kernel.clock.now()}::timestamptz, cancelled_by = ${scope.by}, cancel_reason = ${reason},
          bounced_on = ${bouncedOn}::date
        WHERE id = ${id}`,
  );
  return 'done';
}

/** @throws Fault: `conflict` if it is cancelled already, `forbidden` if the caller would not have been allowed to take it */
function checkTakingBack(actor: Actor, payment: RecordedPayment): void {
  const { id, status, isCollectedByIsp } = payment;
  if (status === 'Cancelled') throw new Fault('conflict', `payment ${id} is already cancelled`);
  checkCollector(actor, payment);
  if (actor.resellerId !== null && isCollectedByIsp)
    throw new Fault('forbidden', `the ISP collected payment ${id}, so only the ISP can cancel it`);
}

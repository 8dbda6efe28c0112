import { Decimal } from 'decimal.js';
import type { Call } from '../../../core/call.ts';
import { amountText } from '../../../core/money.ts';
import type { Tx } from '../../../db/database.ts';
import { nextId, query, send, sql } from '../../../db/sql.ts';
import { insert } from '../../../db/write.ts';
import { changeSubscription } from '../billing/change.ts';
import { reviewLateFees } from '../billing/life-cycle/actions/late-fee-return.ts';
import { type PostedPayment, postPayment, reversePayment } from '../billing/life-cycle/actions/payment.ts';
import { openDay } from '../billing/model/booking-day.ts';
import type { DraftEntry } from '../billing/model/draft.ts';
import { readLines } from '../billing/store/ledger/post.ts';
import { readLateFees } from '../billing/store/read-late-fees.ts';

/** Money that an ISP's payment gateway has, or no longer has, for a service. */
export interface OnlinePayment {
  readonly serviceId: number;
  readonly customerId: number;
  /** What is kept of it; 0: nothing. */
  readonly amt: Decimal;
  readonly paidOn: string;
  /** The provider's id of it. */
  readonly refNo: string;
  /** What was recorded of it so far; null: nothing. */
  readonly recordedAs: number | null;
  /** Why that is replaced. */
  readonly reason: string;
}

/**
 * Makes what is recorded of an online payment what is kept of it. A recorded payment never changes, so it is cancelled, and what
 * is left is a new one with the same day and number; with the first open day where the books of its day are closed. The ISP
 * collects it, and no login user: it is no cash, and of a franchisee's subscriber it is credited to the wallet. Limits do not
 * apply: the money has moved already, also for a service that was deleted.
 * @returns the id of the payment; null if nothing is kept, or if somebody has cancelled the payment: then that stands
 */
export async function recordOnlinePayment(
  tx: Tx,
  { scope, kernel }: Pick<Call, 'scope' | 'kernel'>,
  online: OnlinePayment,
): Promise<number | null> {
  const { serviceId, customerId, amt, recordedAs } = online;
  const recorded = recordedAs === null ? null : await lockRecorded(tx, recordedAs);
  if (recorded === 'cancelled') return recordedAs;
  let reversal: DraftEntry | undefined;
  let entry: DraftEntry | undefined;
  const change = { serviceId, includeDeleted: true, includePaidInvoices: recorded !== null, ignoreLimits: true };
  const draft = await changeSubscription(tx, { scope, kernel }, change, async (each) => {
    const { paidOn } = online;
    const late =
      recorded || paidOn !== each.context.today
        ? { fees: await readLateFees(tx, serviceId), moved: movedBy(online, recorded), paidOn }
        : null;
    if (recorded) reversal = reversePayment(each, recorded);
    if (!amt.isZero()) entry = postPayment(each, { amt, mode: MODE, collector: null, byIsp: true, late });
    else if (late) reviewLateFees(each, late);
  });
  if (recordedAs !== null)
    send(
      tx,
      sql`UPDATE crm.payment SET status = 'Cancelled', reversal_entry_id = ${reversal?.id ?? 0n},
            cancelled_at = ${kernel.clock.now()}::timestamptz, cancelled_by = ${scope.by}, cancel_reason = ${online.reason}
          WHERE id = ${recordedAs}`,
    );
  if (!entry) return null;
  const id = await nextId(tx, 'crm.payment');
  const { ispId, resellerId } = draft.subscription;
  const payment = {
    ...{ id, ispId, resellerId, customerId, serviceId },
    amt: amountText(amt),
    mode: MODE,
    paidOn: openDay(online.paidOn, draft.isp),
    refNo: online.refNo,
    entryId: entry.id ?? 0n,
    createdBy: scope.by,
  };
  insert(tx, 'crm.payment', [payment]);
  return id;
}

const movedBy = ({ paidOn, amt }: OnlinePayment, recorded: PostedPayment | null) => [
  ...(recorded ? [{ on: paidOn, amt: recorded.amt.negated() }] : []),
  { on: paidOn, amt },
];

const MODE = 'Online';

async function lockRecorded(tx: Tx, id: number): Promise<PostedPayment | 'cancelled'> {
  const [payment] = await query<{ amt: string; mode: string; status: string; entryId: number }>(
    tx,
    sql`SELECT amt, mode, status, entry_id AS "entryId" FROM crm.payment WHERE id = ${id} FOR NO KEY UPDATE`,
  );
  if (!payment) throw new Error(`payment ${id} is not there`);
  if (payment.status === 'Cancelled') return 'cancelled';
  const entryId = BigInt(payment.entryId);
  return { entryId, mode: payment.mode, amt: new Decimal(payment.amt), lines: await readLines(tx, entryId) };
}

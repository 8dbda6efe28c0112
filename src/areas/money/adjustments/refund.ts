import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import { amountText } from '../../../core/money.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { update } from '../../../db/write.ts';
import { changeSubscription } from '../billing/change.ts';
import type { Posted } from '../billing/life-cycle/actions/adjust.ts';
import { refundAdvance, refundDeposit } from '../billing/life-cycle/actions/refund.ts';
import { bankReference, checkReferenceDay, referenceColumns } from '../payments/bank-reference.ts';
import { checkCashHeld, refuseForeignCash } from '../payments/cash.ts';
import { checkCollector } from '../payments/collector.ts';
import { lockAdjusted } from './find.ts';
import { type Adjusting, type adjustmentOutcome, type Made, recordAdjustment } from './record.ts';
import { REFUND_MODES, REFUNDABLE } from './vocabulary.ts';

export const newRefund = z.strictObject({
  serviceid: wire.id(),
  of: wire.oneOf(REFUNDABLE),
  amt: wire.money(),
  mode: wire.oneOf(REFUND_MODES),
  ...bankReference,
  reason: wire.text(),
  preview: wire.flagYN().default(false),
});

/** Pays an advance or a deposit out, deleted services included. Returns the id of the adjustment, or the requested preview. */
export async function refundService(
  tx: Tx,
  call: Adjusting,
  input: z.output<typeof newRefund>,
): Promise<z.output<typeof adjustmentOutcome>> {
  const { actor, scope } = call;
  const { serviceid: serviceId, of, mode, reason, preview: previews } = input;
  const amt = new Decimal(input.amt);
  if (amt.isZero()) throw badParameter('amt', 'must be above 0');
  checkReferenceDay(input.ref_date);
  const { ispId, resellerId, customerId, ...service } = await lockAdjusted(tx, scope, serviceId, {
    includeDeleted: true,
  });
  // A deposit is with the ISP, no matter who collects payments.
  checkCollector(actor, { mode, resellerId, paymentBy: of === 'Advance' ? service.paymentBy : null });
  if (mode === 'Cash') await refuseForeignCash(tx, actor, ispId);
  const wanted = { amt, mode, payer: actor.userId };
  const held = new Decimal(service.deposit);
  let posted: Posted | undefined;
  const draft = await changeSubscription(tx, call, { serviceId, includeDeleted: true, preview: previews }, (each) => {
    posted = of === 'Advance' ? refundAdvance(each, wanted) : refundDeposit(each, wanted, held);
  });
  if (!posted) throw new Error('nothing was refunded');
  if (of === 'Deposit' && !previews)
    update(tx, 'crm.service', [{ id: serviceId, deposit: amountText(held.minus(amt)), ...updated(scope) }]);
  if (mode === 'Cash') await checkCashHeld(tx, actor, { ispId, less: previews ? amt : new Decimal(0) });
  return recordAdjustment(tx, call, draft, { made: madeOf(input, { posted, customerId, reason }), previews });
}

function madeOf(
  { of, mode, ...reference }: z.output<typeof newRefund>,
  made: Pick<Made, 'posted' | 'customerId' | 'reason'>,
): Made {
  return {
    ...made,
    kind: of === 'Advance' ? 'Refund' : 'DepositRefund',
    description: made.posted.entry.memo,
    paidOut: { mode, ...referenceColumns(reference) },
  };
}

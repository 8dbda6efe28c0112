import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Fault, notFound } from '../../core/fault.ts';
import { owned } from '../../core/scope.ts';
import * as wire from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { changeSubscription } from '../billing/change.ts';
import type { DraftEntry } from '../billing/draft.ts';
import { takeBack } from '../billing/life-cycle/pay.ts';
import { findService } from '../services/update.ts';

export const cancelledPayment = z.strictObject({ id: wire.id(), reason: wire.text() });

/** Takes a payment back: its entry is reversed, and what it covered is due again, the newest invoice first. */
export async function cancelPayment(
  tx: Tx,
  call: Call,
  { id, reason }: z.output<typeof cancelledPayment>,
): Promise<'done'> {
  const { scope, kernel } = call;
  const payment = await tx.payment.findFirst({ where: { ...owned(scope), id } });
  if (!payment) throw notFound('payment', id);
  if (payment.status === 'Cancelled') throw new Fault('conflict', `payment ${id} is cancelled already`);
  const service = await findService(tx, scope, payment.serviceId);
  // The collector stands for the money; where it was not the reseller's user, the ISP's wallet entry is reversed too.
  const collector = await tx.loginUser.findUnique({
    where: { id: payment.collectedBy ?? 0 },
    select: { resellerId: true },
  });
  let entry: DraftEntry | undefined;
  const change = { ispId: service.ispId, serviceId: service.id, paidInvoices: true };
  await changeSubscription(tx, call, change, (draft) => {
    const byIsp = !collector || collector.resellerId === null;
    const received = {
      amt: new Decimal(payment.amt.toFixed(2)),
      mode: payment.mode,
      collector: payment.collectedBy ?? 0,
      byIsp,
    };
    entry = takeBack(draft, received, payment.entryId);
  });
  const cancelled = await tx.payment.updateMany({
    where: { id, status: 'Paid' },
    data: {
      status: 'Cancelled',
      reversalEntryId: entry?.id ?? 0n,
      cancelledAt: kernel.clock.now(),
      cancelledBy: scope.by,
      cancelReason: reason,
    },
  });
  if (cancelled.count === 0) throw new Fault('conflict', `payment ${id} is cancelled already`);
  return 'done';
}

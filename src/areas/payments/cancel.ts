import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import type { Call } from '../../core/call.ts';
import { Fault, notFound } from '../../core/fault.ts';
import { done } from '../../core/results.ts';
import { inOwnLocations, owned, type Scope } from '../../core/scope.ts';
import * as wire from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';
import { changeSubscription } from '../billing/change.ts';
import { reversePayment } from '../billing/life-cycle/actions/payment.ts';
import type { DraftEntry } from '../billing/model/draft.ts';
import { preview, previewOf } from '../billing/preview.ts';
import { readLines } from '../billing/store/ledger/post.ts';
import { checkCollector } from './collector.ts';

export const cancelledPayment = z.strictObject({
  id: wire.id(),
  reason: wire.text(),
  preview: wire.flagYN().default(false),
});

export const cancelOutcome = z.union([done, preview]);

/**
 * Takes a payment back: its entry is reversed, and what it covered is due again, the newest invoice first. That the money did not
 * come is a fact: where it was in the wallet of a franchisee it leaves the wallet, below the limit if it must.
 */
export async function cancelPayment(
  tx: Tx,
  call: Call & { readonly actor: Actor },
  { id, reason, preview: previews }: z.output<typeof cancelledPayment>,
): Promise<z.output<typeof cancelOutcome>> {
  const { scope, kernel } = call;
  const payment = await lockPayment(tx, scope, id);
  if (payment.status === 'Cancelled') throw new Fault('conflict', `payment ${id} is cancelled already`);
  await checkCollector(tx, call.actor, payment);
  if (call.actor.resellerId !== null && payment.collector?.resellerId === null)
    throw new Fault('forbidden', `payment ${id} was collected by the ISP`);
  const { entryId, mode, ispId, serviceId } = payment;
  const recorded = { entryId, mode, amt: new Decimal(payment.amt.toFixed(2)), lines: await readLines(tx, entryId) };
  let entry: DraftEntry | undefined;
  const change = { ispId, serviceId, deleted: true, paidInvoices: true, happened: true, preview: previews };
  const draft = await changeSubscription(tx, call, change, (each) => {
    entry = reversePayment(each, recorded);
  });
  if (previews) return previewOf(tx, draft);
  await tx.payment.update({
    where: { id },
    data: {
      status: 'Cancelled',
      reversalEntryId: entry?.id ?? 0n,
      cancelledAt: kernel.clock.now(),
      cancelledBy: scope.by,
      cancelReason: reason,
    },
  });
  return 'done';
}

/**
 * A payment of the caller, whether its service lives or not. Locked before it is read: of two calls at once the second finds it
 * cancelled. Nobody waits for one that is not his.
 */
async function lockPayment(tx: Tx, scope: Scope, id: number) {
  const found = await tx.payment.findFirst({
    where: { ...owned(scope), id, service: inOwnLocations(scope) },
    select: { id: true },
  });
  if (!found) throw notFound('payment', id);
  await query(tx, sql`SELECT 1 FROM crm.payment WHERE id = ${found.id} FOR NO KEY UPDATE`);
  return tx.payment.findUniqueOrThrow({ where: found, include: { collector: { select: { resellerId: true } } } });
}

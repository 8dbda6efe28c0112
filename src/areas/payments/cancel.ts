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
import { type Change, changeSubscription } from '../billing/change.ts';
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
 * Cancels a payment: reverses its entry, and what it paid is due again, the newest invoice first. Limits do not apply, since the
 * money is missing in any case: what was credited to a franchisee's wallet is taken out of it, below its limit if necessary.
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
  const posted = { entryId, mode, amt: new Decimal(payment.amt.toFixed(2)), lines: await readLines(tx, entryId) };
  let entry: DraftEntry | undefined;
  const change: Change = {
    ispId,
    serviceId,
    includeDeleted: true,
    includePaidInvoices: true,
    ignoreLimits: true,
    preview: previews,
  };
  const draft = await changeSubscription(tx, call, change, (each) => {
    entry = reversePayment(each, posted);
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
 * A payment in the caller's scope; its service may be deleted. It is locked before it is read, so that the second of two
 * concurrent calls finds it cancelled. Its scope is checked first, so that a call never waits for a payment of another tenant.
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

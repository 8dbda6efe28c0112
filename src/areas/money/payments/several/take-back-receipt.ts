import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../../../core/access/actor.ts';
import type { Call } from '../../../../core/call.ts';
import { Fault } from '../../../../core/fault.ts';
import { amountText } from '../../../../core/money.ts';
import { done } from '../../../../core/records/results.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { preview } from '../../billing/preview.ts';
import { ZERO } from '../../billing/pricing/amounts.ts';
import type { takenBack } from '../take-back.ts';
import { readWholeReceipt } from './whole-receipt.ts';

/** `done`, or what each service would be. */
export const receiptTakenBack = z.union([
  done,
  z.array(preview.extend({ serviceid: wire.id(), username: wire.shown() })),
]);

type Preview = z.output<typeof preview>;

/**
 * Takes back what a customer paid for several services at once: each of its payments by `takeBackPart`, the rule of a single one, or
 * none. All services are locked before the wallet of the first, which is the order in which every change locks them.
 */
export async function takeBackReceipt(
  tx: Tx,
  { scope }: Call & { readonly actor: Actor },
  receiptId: number,
  takeBackPart: (paymentId: number) => Promise<z.output<typeof takenBack>>,
): Promise<z.output<typeof receiptTakenBack>> {
  const serviceIds = (await readWholeReceipt(tx, scope, receiptId)).map(({ serviceId }) => serviceId);
  await query(
    tx,
    sql`SELECT s.id FROM crm.service s WHERE s.id = ANY(${serviceIds}::int[]) ORDER BY s.id FOR NO KEY UPDATE`,
  );
  const parts = await readWholeReceipt(tx, scope, receiptId);
  if (parts.some(({ status }) => status === 'Cancelled'))
    throw new Fault('conflict', `receipt ${receiptId} is already cancelled`);
  const previews: (Preview & { serviceid: number; username: string })[] = [];
  const moved = new Map<number | null, Decimal>();
  for (const { id, serviceId, username, resellerId } of parts) {
    const outcome = await takeBackPart(id);
    if (outcome === 'done') continue;
    const before = moved.get(resellerId) ?? ZERO;
    const wallet = outcome.wallet && movedBy(outcome.wallet, before);
    moved.set(resellerId, before.plus(wallet ? new Decimal(wallet.after).minus(wallet.before) : ZERO));
    previews.push({ serviceid: serviceId, username, ...outcome, wallet });
  }
  return previews.length > 0 ? previews : 'done';
}

/** A preview saves nothing, so each part is shown with the wallet as it is: after what the parts before it would move. */
const movedBy = ({ before, after }: NonNullable<Preview['wallet']>, amt: Decimal) => ({
  before: amountText(amt.plus(before)),
  after: amountText(amt.plus(after)),
});

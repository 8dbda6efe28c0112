import { z } from 'zod';
import type { Actor } from '../../../../core/access/actor.ts';
import type { Call } from '../../../../core/call.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { cancelPayment } from '../cancel.ts';
import { type receiptTakenBack, takeBackReceipt } from './take-back-receipt.ts';

export const cancelledReceipt = z.strictObject({
  receiptid: wire.id(),
  reason: wire.text(),
  preview: wire.flagYN().default(false),
});

/** Cancels what a customer paid for several services at once. */
export const cancelReceipt = (
  tx: Tx,
  call: Call & { readonly actor: Actor },
  { receiptid, ...given }: z.output<typeof cancelledReceipt>,
): Promise<z.output<typeof receiptTakenBack>> =>
  takeBackReceipt(tx, call, receiptid, (id) => cancelPayment(tx, call, { id, ...given }, { withItsReceipt: true }));

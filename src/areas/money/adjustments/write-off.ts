import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { parameterFault } from '../../../core/fault.ts';
import { amountText } from '../../../core/money.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { changeSubscription } from '../billing/change.ts';
import type { Posted } from '../billing/life-cycle/actions/adjust.ts';
import { writeOff } from '../billing/life-cycle/actions/write-off.ts';
import { lockAdjusted } from './find.ts';
import { type Adjusting, type adjustmentOutcome, recordAdjustment } from './record.ts';

export const newWriteOff = z.strictObject({
  serviceid: wire.id(),
  amt: wire.money().optional(),
  reason: wire.text(),
  preview: wire.flagYN().default(false),
});

/** Writes off what a service owes, deleted or not. Returns the id of the adjustment, or the requested preview. */
export async function writeServiceOff(
  tx: Tx,
  call: Adjusting,
  { serviceid: serviceId, amt, reason, preview: previews }: z.output<typeof newWriteOff>,
): Promise<z.output<typeof adjustmentOutcome>> {
  const { customerId } = await lockAdjusted(tx, call.scope, serviceId, { includeDeleted: true });
  let posted: Posted | undefined;
  const draft = await changeSubscription(tx, call, { serviceId, includeDeleted: true, preview: previews }, (each) => {
    posted = writeOff(each);
  });
  if (!posted) throw new Error('nothing was written off');
  if (amt !== undefined && !posted.amt.equals(amt))
    throw parameterFault(
      'conflict',
      'amt',
      `service ${serviceId} owes ${amountText(posted.amt)}, not ${amountText(new Decimal(amt))}`,
    );
  return recordAdjustment(tx, call, draft, { made: madeOf({ posted, customerId, reason }), previews });
}

interface WrittenOff {
  readonly posted: Posted;
  readonly customerId: number;
  readonly reason: string;
}

/** The record of a write-off. */
export const madeOf = (written: WrittenOff) =>
  ({ kind: 'WriteOff', description: written.posted.entry.memo, ...written }) as const;

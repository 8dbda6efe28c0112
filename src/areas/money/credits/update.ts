import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { parameterFault } from '../../../core/fault.ts';
import { amountText, MAX_BALANCE } from '../../../core/money.ts';
import { Done } from '../../../core/records/results.ts';
import { zoneOfIsp } from '../../../core/tenancy/isp-zone.ts';
import * as wire from '../../../core/wire/index.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import { findIsp } from '../../tenancy/isps/find.ts';
import { CREDITS, CREDITS_GRANTED } from '../billing/ledger/accounts.ts';
import { credit, debit } from '../billing/ledger/entry.ts';
import { post } from '../billing/store/ledger/post.ts';
import { signedCredits } from './list.ts';

/** Contract 4.10. */
export const creditsUpdate = z.strictObject({
  ispid: wire.id(),
  action: wire.oneOf(['Add', 'Less', 'Set']),
  credits: wire.money(),
  preview: wire.flagYN().default(false),
});

/** `Done`, or for a preview the change as it would be listed. */
export const creditsOutcome = z.union([
  Done,
  z.object({
    action: wire.shown(),
    credits: wire.asStored(signedCredits()),
    balance: wire.asStored(signedCredits()),
  }),
]);

/** Grants or deducts credits. The balance never falls below 0. */
export async function updateCredits(
  tx: Tx,
  { scope, kernel }: Call,
  input: z.output<typeof creditsUpdate>,
): Promise<z.output<typeof creditsOutcome>> {
  const isp = await findIsp(tx, scope, input.ispid);
  // Locked before it is read: the change of `Set` depends on the balance.
  await tx.$queryRaw`SELECT 1 FROM crm.isp WHERE id = ${isp.id} FOR NO KEY UPDATE`;
  const { usageCredits } = await tx.isp.findUniqueOrThrow({ where: { id: isp.id }, select: { usageCredits: true } });
  const now = new Decimal(usageCredits.toString());
  const credits = new Decimal(input.credits);
  const change = { Add: credits, Less: credits.negated(), Set: credits.minus(now) }[input.action];
  const balance = now.plus(change);
  if (balance.isNegative()) throw parameterFault('conflict', 'credits', `ISP ${isp.id} has only ${amountText(now)}`);
  if (!change.isNegative() && balance.greaterThan(MAX_BALANCE))
    throw parameterFault(
      'conflict',
      'credits',
      `ISP ${isp.id} would have ${amountText(balance)}, above the limit of ${MAX_BALANCE}`,
    );
  if (input.preview) return { action: input.action, credits: amountText(change), balance: amountText(balance) };
  if (change.isZero()) return 'Done';
  const entryId = await post(tx, {
    ispId: isp.id,
    kind: `credits_${input.action.toLowerCase()}`,
    postedOn: dayOf(kernel.clock.now(), await zoneOfIsp(tx, isp.id)),
    by: scope.by,
    lines: [debit(CREDITS, change), credit(CREDITS_GRANTED, change)],
  });
  await tx.creditUsage.create({
    data: {
      ispId: isp.id,
      action: input.action,
      credits: amountText(change),
      balance: amountText(balance),
      entryId,
      createdBy: scope.by,
    },
  });
  return 'Done';
}

import { z } from 'zod';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { changedOwner, ownerShape } from '../../../core/tenancy/owner.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { TOPUP_TYPES, topupVolume } from '../../../core/vocabulary/topup-plan.ts';
import { id, money, oneOf, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { findTopupPlan } from './find.ts';

/** Everything but `id` may be left out. */
export const topupPlanChange = z.strictObject({
  id: id(),
  ...ownerShape(),
  name: text().optional(),
  gb: topupVolume().optional(),
  amt: money().optional(),
  type: oneOf(TOPUP_TYPES).optional(),
});

/** Changes a top-up plan; top-ups already bought stay as they are. */
export async function updateTopupPlan(tx: Tx, scope: Scope, input: z.output<typeof topupPlanChange>): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'top-up plan', id: input.id });
  const plan = await findTopupPlan(tx, scope, input.id);
  const { name, gb, amt, type } = input;
  const owner = await changedOwner(tx, scope, { stored: plan, input });
  await tx.topupPlan.update({
    where: { id: plan.id },
    data: { ...owner, ...definedFields({ name, gb, amt, type }), updatedBy: scope.by },
  });
  return 'done';
}

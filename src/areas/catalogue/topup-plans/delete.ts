import type { Call } from '../../../core/call.ts';
import { lockForDelete } from '../../../core/records/row-locks.ts';
import type { Tx } from '../../../db/database.ts';
import { findTopupPlan } from './find.ts';

/** Deletes a top-up plan: it can no longer be bought; top-ups already bought stay. */
export async function deleteTopupPlan(tx: Tx, { scope, kernel }: Call, planId: number): Promise<'done'> {
  await findTopupPlan(tx, scope, planId);
  await lockForDelete(tx, 'top-up plan', planId);
  await tx.topupPlan.update({
    where: { id: planId },
    data: { deletedAt: kernel.clock.now(), updatedBy: scope.by },
  });
  return 'done';
}

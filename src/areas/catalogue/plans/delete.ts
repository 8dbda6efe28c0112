import type { Call } from '../../../core/call.ts';
import { refuseWhileUsed } from '../../../core/records/dependents.ts';
import { lockForDelete } from '../../../core/records/row-locks.ts';
import type { Tx } from '../../../db/database.ts';
import { findPlan } from './find.ts';

/** Deletes a plan that no service is on, and its sub plans with it. */
export async function deletePlan(tx: Tx, { scope, kernel }: Call, planId: number): Promise<'done'> {
  await findPlan(tx, scope, planId);
  await lockForDelete(tx, 'plan', planId);
  refuseWhileUsed(`plan ${planId}`, { services: await tx.service.count({ where: { planId, deletedAt: null } }) });
  const gone = { deletedAt: kernel.clock.now(), updatedBy: scope.by };
  await tx.subPlan.updateMany({ where: { planId, deletedAt: null }, data: gone });
  await tx.plan.update({ where: { id: planId }, data: gone });
  return 'done';
}

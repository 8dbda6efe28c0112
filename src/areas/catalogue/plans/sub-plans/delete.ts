import { z } from 'zod';
import type { Call } from '../../../../core/call.ts';
import { badParameter } from '../../../../core/fault.ts';
import { refuseWhileUsed } from '../../../../core/records/dependents.ts';
import { lockForDelete } from '../../../../core/records/row-locks.ts';
import { id } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { findPlan } from '../find.ts';
import { findSubPlan } from './find.ts';

/** Contract 4.7: one sub plan by `id`, or all of plan `planid`. */
export const subPlanDeletion = z.strictObject({ id: id().optional(), planid: id().optional() });

/** Refused while a service is on one of them. */
export async function deleteSubPlans(
  tx: Tx,
  { scope, kernel }: Call,
  input: z.output<typeof subPlanDeletion>,
): Promise<'done'> {
  if ((input.id === undefined) === (input.planid === undefined)) throw badParameter('id', 'give either id or planid');
  const where =
    input.id === undefined
      ? { planId: (await findPlan(tx, scope, input.planid ?? 0)).id }
      : { id: (await findSubPlan(tx, scope, input.id)).id };
  const subPlans = await tx.subPlan.findMany({
    where: { ...where, deletedAt: null },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  const ids = subPlans.map((subPlan) => subPlan.id);
  for (const id of ids) await lockForDelete(tx, 'sub plan', id);
  const what = input.id === undefined ? `sub plans of plan ${input.planid}` : `sub plan ${input.id}`;
  refuseWhileUsed(what, { services: await tx.service.count({ where: { subPlanId: { in: ids }, deletedAt: null } }) });
  await tx.subPlan.updateMany({
    where: { id: { in: ids } },
    data: { deletedAt: kernel.clock.now(), updatedBy: scope.by },
  });
  return 'done';
}

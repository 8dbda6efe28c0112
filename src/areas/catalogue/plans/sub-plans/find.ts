import { notFound } from '../../../../core/fault.ts';
import { owned, type Scope } from '../../../../core/tenancy/scope.ts';
import type { Tx } from '../../../../db/database.ts';

export async function findSubPlan(tx: Tx, scope: Scope, subPlanId: number) {
  const subPlan = await tx.subPlan.findFirst({
    where: { ...owned(scope), id: subPlanId, deletedAt: null },
    include: { plan: { select: { planPeriod: true, planPeriodUnit: true } } },
  });
  if (!subPlan) throw notFound('sub plan', subPlanId);
  return subPlan;
}

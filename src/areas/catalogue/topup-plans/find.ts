import { notFound } from '../../../core/fault.ts';
import { owned, type Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';

export async function findTopupPlan(tx: Tx, scope: Scope, planId: number) {
  const plan = await tx.topupPlan.findFirst({
    where: { ...owned(scope), id: planId, deletedAt: null },
    select: { id: true, ispId: true, resellerId: true },
  });
  if (!plan) throw notFound('top-up plan', planId);
  return plan;
}

import { notFound } from '../../../core/fault.ts';
import { owned, type Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';

export async function findPlan(tx: Tx, scope: Scope, planId: number) {
  const plan = await tx.plan.findFirst({ where: { ...owned(scope), id: planId, deletedAt: null } });
  if (!plan) throw notFound('plan', planId);
  return plan;
}

import { badParameter, badParameters, Fault, type FieldFault, notFound } from '../../core/fault.ts';
import { lockShared } from '../../core/row-locks.ts';
import type { Tx } from '../../db/database.ts';

/** Whose a service is. */
interface Owner {
  readonly ispId: number;
  readonly resellerId: number | null;
}

/** A plan, and what a service wants of it. */
interface Wanted {
  readonly planid: number;
  readonly subplanid: number;
  readonly protocol: string;
  readonly connectivity: string;
  readonly billing_start_day: number;
}

/** The plan must be of the customer's reseller or of the ISP itself, in use, and fit what is asked for. */
export async function findPlanFor(tx: Tx, { ispId, resellerId }: Owner, input: Wanted) {
  const plan = await tx.plan.findFirst({
    where: { id: input.planid, ispId, OR: [{ resellerId }, { resellerId: null }], deletedAt: null },
  });
  if (!plan) throw notFound('plan', input.planid);
  const subPlan = await tx.subPlan.findFirst({ where: { id: input.subplanid, planId: plan.id, deletedAt: null } });
  if (!subPlan) throw notFound(`sub plan of plan ${plan.id}`, input.subplanid);
  await lockShared(tx, 'plan', plan.id);
  await lockShared(tx, 'sub plan', subPlan.id);
  if (!plan.enabled) throw new Fault('conflict', `plan ${plan.id} is not enabled`);
  const faults: FieldFault[] = [];
  if (!plan.protocol.includes(input.protocol))
    faults.push({ parameter: 'protocol', problem: `plan ${plan.id} offers ${plan.protocol.join(', ')}` });
  if (!plan.connectivity.includes(input.connectivity)) {
    faults.push({ parameter: 'connectivity', problem: `plan ${plan.id} offers ${plan.connectivity.join(', ')}` });
  }
  if (input.billing_start_day !== 0 && plan.planPeriodUnit !== 'Month') {
    faults.push({ parameter: 'billing_start_day', problem: 'applies only to monthly plans' });
  }
  if (faults.length > 0) throw badParameters(faults);
  return { plan, subPlan };
}

export async function findPool(tx: Tx, { ispId, resellerId }: Owner, name: string) {
  const pool = await tx.ipPool.findFirst({
    where: { ispId, name, OR: [{ resellerId }, { resellerId: null }] },
    select: { id: true, name: true },
  });
  if (!pool) throw badParameter('ippool', `there is no pool ${name}`);
  await lockShared(tx, 'IP pool', pool.id);
  return pool;
}

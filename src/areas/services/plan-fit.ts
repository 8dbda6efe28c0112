import { badParameters, Fault, type FieldFault, notFound } from '../../core/fault.ts';
import { lockShared } from '../../core/row-locks.ts';
import type { Tx } from '../../db/database.ts';
import { availableTo, type Owner } from '../isps/owner.ts';

/** What a service needs its plan to offer; undefined: not asked for. */
interface Demand {
  readonly protocol: string | undefined;
  readonly connectivity: string | undefined;
  readonly billing_start_day: number | undefined;
}

interface PlanOffer {
  readonly id: number;
  readonly protocol: readonly string[];
  readonly connectivity: readonly string[];
  readonly planPeriodUnit: string;
}

/** Why a plan does not fit a service; empty if it fits. */
export function planFitFaults(plan: PlanOffer, demand: Demand): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const parameter of ['protocol', 'connectivity'] as const) {
    const wanted = demand[parameter];
    if (wanted !== undefined && !plan[parameter].includes(wanted))
      faults.push({ parameter, problem: `plan ${plan.id} offers ${plan[parameter].join(', ')}` });
  }
  if (demand.billing_start_day && plan.planPeriodUnit !== 'Month')
    faults.push({ parameter: 'billing_start_day', problem: 'applies only to monthly plans' });
  return faults;
}

/**
 * The plan and sub plan that a service is sold on, locked against deletion: the plan belongs to the owner of the service or to
 * the ISP, is enabled, and fits.
 */
export async function findFittingPlan(
  tx: Tx,
  owner: Owner,
  { planid, subplanid, ...demand }: Demand & { readonly planid: number; readonly subplanid: number },
) {
  const plan = await tx.plan.findFirst({ where: { ...availableTo(owner), id: planid, deletedAt: null } });
  if (!plan) throw notFound('plan', planid);
  const subPlan = await tx.subPlan.findFirst({ where: { id: subplanid, planId: plan.id, deletedAt: null } });
  if (!subPlan) throw notFound(`sub plan of plan ${plan.id}`, subplanid);
  await lockShared(tx, 'plan', plan.id);
  await lockShared(tx, 'sub plan', subPlan.id);
  if (!plan.enabled) throw new Fault('conflict', `plan ${plan.id} is not enabled`);
  const faults = planFitFaults(plan, demand);
  if (faults.length > 0) throw badParameters(faults);
  return { plan, subPlan };
}

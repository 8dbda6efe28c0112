import { badParameters, Fault, type FieldFault, notFound } from '../../../core/fault.ts';
import { isAvailableTo, type Owner } from '../../../core/tenancy/owner.ts';
import type { Tx } from '../../../db/database.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';

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

/** A plan and a sub plan as a caller names them, and what they must offer. */
type Wanted = Demand & { readonly planid: number; readonly subplanid: number };

/** The plan and sub plan that a service is sold on, as `checkPlan` requires them, locked against deletion. */
export async function findFittingPlan(
  tx: Tx,
  owner: Owner,
  wanted: Wanted,
): Promise<{ planId: number; subPlanId: number }> {
  await checkPlan(tx, owner, wanted, sql`FOR SHARE`);
  return { planId: wanted.planid, subPlanId: wanted.subplanid };
}

/**
 * Checks that a service can be sold on a plan and a sub plan: they belong to the owner of the service or to the ISP, the plan is
 * enabled, and fits.
 */
export async function checkPlan(
  on: Runner,
  owner: Owner,
  { planid, subplanid, ...demand }: Wanted,
  lock = sql``,
): Promise<void> {
  const isPlan = sql`${isAvailableTo(owner)} AND x.id = ${planid} AND x.deleted_at IS NULL`;
  const [plan] = await query<PlanOffer & { enabled: boolean }>(
    on,
    sql`SELECT x.id, x.protocol, x.connectivity, x.plan_period_unit AS "planPeriodUnit", x.enabled
        FROM crm.plan x JOIN crm.sub_plan b ON b.plan_id = x.id
        WHERE ${isPlan} AND ${isAvailableTo(owner, sql`b`)} AND b.id = ${subplanid} AND b.deleted_at IS NULL ${lock}`,
  );
  if (!plan) {
    const [found] = await query<{ id: number }>(on, sql`SELECT x.id FROM crm.plan x WHERE ${isPlan}`);
    throw found ? notFound('sub plan', subplanid, ` of plan ${planid}`) : notFound('plan', planid);
  }
  if (!plan.enabled) throw new Fault('conflict', `plan ${plan.id} is not enabled`);
  const faults = planFitFaults(plan, demand);
  if (faults.length > 0) throw badParameters(faults);
}

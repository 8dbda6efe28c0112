import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { refuseWhileUsed } from '../../core/dependents.ts';
import { badParameter, badParameters, notFound } from '../../core/fault.ts';
import { lockForDelete, lockForUpdate } from '../../core/row-locks.ts';
import { owned, type Scope } from '../../core/scope.ts';
import { definedFields, updatedValue } from '../../core/updates.ts';
import { code, csv, flagYN, gigabytes, id, oneOf, text, wholeNumber } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { ownerOfNew, ownerShape } from '../isps/owner.ts';
import { checkCodes } from '../locations/codes.ts';
import { refreshSessionsWhere } from '../sessions/effects.ts';
import { burst } from './burst.ts';
import { bandwidthFaults, checkPools, kbps } from './create.ts';
import { validityProblem } from './validity.ts';
import { BANDWIDTH_MANAGEMENT, CONNECTIVITIES, LEVELS, PERIOD_UNITS, PROTOCOLS } from './vocabulary.ts';

const clearable = {
  lc: code().nullable().optional(),
  slc: code().nullable().optional(),
  bw_mgmt: oneOf(BANDWIDTH_MANAGEMENT).nullable().optional(),
  bw1_dl: kbps().nullable().optional(),
  bw1_ul: kbps().nullable().optional(),
  bw1_pool: id().nullable().optional(),
  bw1_burst: burst().nullable().optional(),
  bw2_gb: gigabytes().nullable().optional(),
  bw2_dl: kbps().nullable().optional(),
  bw2_ul: kbps().nullable().optional(),
  bw2_pool: id().nullable().optional(),
  bw2_burst: burst().nullable().optional(),
  bw3_gb: gigabytes().nullable().optional(),
  bw3_dl: kbps().nullable().optional(),
  bw3_ul: kbps().nullable().optional(),
  bw3_pool: id().nullable().optional(),
  bw3_burst: burst().nullable().optional(),
};

/** Contract 4.7: every create field is optional here, and has no default. */
export const planChange = z.strictObject({
  id: id(),
  ...ownerShape(),
  name: text().optional(),
  plan_period: wholeNumber(1, 3650).optional(),
  plan_period_unit: oneOf(PERIOD_UNITS).optional(),
  protocol: csv(oneOf(PROTOCOLS)).optional(),
  connectivity: csv(oneOf(CONNECTIVITIES, { Fiber: 'Fibre' })).optional(),
  enabled: flagYN().optional(),
  data_carryover: flagYN().optional(),
  hide_bw_limit: flagYN().optional(),
  bw1_gb: gigabytes().optional(),
  ...clearable,
});

/** What a live session of the plan has. */
const RATES = [
  'bw_mgmt',
  ...LEVELS.flatMap((n) => [`bw${n}_dl`, `bw${n}_ul`, `bw${n}_pool`, `bw${n}_burst`] as const),
] as const;

type PlanChange = z.output<typeof planChange>;
type StoredPlan = Awaited<ReturnType<typeof findPlan>>;

/**
 * Changes a plan; its services, and their live sessions, follow at once. Their open periods keep the length and the volumes
 * they were opened with.
 */
export async function updatePlan(tx: Tx, scope: Scope, input: PlanChange): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'plan', id: input.id });
  const plan = await findPlan(tx, scope, input.id);
  const lc = updatedValue(input.lc, plan.lc);
  const slc = updatedValue(input.slc, plan.slc);
  const faults = bandwidthFaults(levelsAfter(plan, input));
  if (slc !== undefined && lc === undefined) faults.push({ parameter: 'lc', problem: 'is required with slc' });
  if (faults.length > 0) throw badParameters(faults);
  const moves = input.ispid !== undefined || input.resellerid !== undefined;
  const owner = moves
    ? await ownerOfNew(tx, scope, {
        ispid: input.ispid ?? plan.ispId,
        resellerid: input.resellerid ?? plan.resellerId ?? 0,
      })
    : { ispId: plan.ispId, resellerId: plan.resellerId };
  // What a plan names must be there for its owner: a plan that moves names it anew.
  if (lc !== undefined && (moves || input.lc || input.slc)) await checkCodes(tx, scope, { ...owner, lc, slc });
  const named = moves ? levelsAfter(plan, input) : input;
  await checkPools(
    tx,
    owner,
    LEVELS.flatMap((n) => named[`bw${n}_pool`] ?? []),
  );
  await checkSubPlans(tx, plan, input);
  await tx.plan.update({
    where: { id: plan.id },
    data: { ...(moves ? owner : {}), ...planChanges(input), updatedBy: scope.by },
  });
  if (RATES.some((parameter) => input[parameter] !== undefined)) {
    await refreshSessionsWhere(
      tx,
      sql`x.service_id IN (SELECT s.id FROM crm.service s WHERE s.plan_id = ${plan.id} AND s.deleted_at IS NULL)`,
    );
  }
  return 'done';
}

/** Each sub plan's validity stays whole days or months when the plan's period changes. */
async function checkSubPlans(tx: Tx, plan: StoredPlan, { plan_period, plan_period_unit }: PlanChange): Promise<void> {
  if (plan_period === undefined && plan_period_unit === undefined) return;
  const changed = {
    planPeriod: plan_period ?? plan.planPeriod,
    planPeriodUnit: plan_period_unit ?? plan.planPeriodUnit,
  };
  const subPlans = await tx.subPlan.findMany({
    where: { planId: plan.id, deletedAt: null },
    select: { name: true, units: true },
  });
  for (const { name, units } of subPlans) {
    const problem = validityProblem(changed, units.toString());
    if (problem) throw badParameter('plan_period', `${problem} (sub plan ${name})`);
  }
}

function levelsAfter(plan: StoredPlan, input: PlanChange): Parameters<typeof bandwidthFaults>[0] {
  return {
    bw_mgmt: updatedValue(input.bw_mgmt, plan.bwMgmt as PlanChange['bw_mgmt'] & string),
    bw1_gb: input.bw1_gb ?? plan.bw1Gb.toFixed(3),
    bw1_dl: updatedValue(input.bw1_dl, plan.bw1Dl),
    bw1_ul: updatedValue(input.bw1_ul, plan.bw1Ul),
    bw1_pool: updatedValue(input.bw1_pool, plan.bw1Pool),
    bw1_burst: updatedValue(input.bw1_burst, plan.bw1Burst),
    bw2_gb: updatedValue(input.bw2_gb, plan.bw2Gb?.toFixed(3) ?? null),
    bw2_dl: updatedValue(input.bw2_dl, plan.bw2Dl),
    bw2_ul: updatedValue(input.bw2_ul, plan.bw2Ul),
    bw2_pool: updatedValue(input.bw2_pool, plan.bw2Pool),
    bw2_burst: updatedValue(input.bw2_burst, plan.bw2Burst),
    bw3_gb: updatedValue(input.bw3_gb, plan.bw3Gb?.toFixed(3) ?? null),
    bw3_dl: updatedValue(input.bw3_dl, plan.bw3Dl),
    bw3_ul: updatedValue(input.bw3_ul, plan.bw3Ul),
    bw3_pool: updatedValue(input.bw3_pool, plan.bw3Pool),
    bw3_burst: updatedValue(input.bw3_burst, plan.bw3Burst),
  };
}

function planChanges(input: PlanChange) {
  return definedFields({
    name: input.name,
    planPeriod: input.plan_period,
    planPeriodUnit: input.plan_period_unit,
    protocol: input.protocol,
    connectivity: input.connectivity,
    lc: input.lc,
    slc: input.slc,
    enabled: input.enabled,
    dataCarryover: input.data_carryover,
    hideBwLimit: input.hide_bw_limit,
    bwMgmt: input.bw_mgmt,
    bw1Gb: input.bw1_gb,
    bw1Dl: input.bw1_dl,
    bw1Ul: input.bw1_ul,
    bw1Pool: input.bw1_pool,
    bw1Burst: input.bw1_burst,
    bw2Gb: input.bw2_gb,
    bw2Dl: input.bw2_dl,
    bw2Ul: input.bw2_ul,
    bw2Pool: input.bw2_pool,
    bw2Burst: input.bw2_burst,
    bw3Gb: input.bw3_gb,
    bw3Dl: input.bw3_dl,
    bw3Ul: input.bw3_ul,
    bw3Pool: input.bw3_pool,
    bw3Burst: input.bw3_burst,
  });
}

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

export async function findPlan(tx: Tx, scope: Scope, planId: number) {
  const plan = await tx.plan.findFirst({ where: { ...owned(scope), id: planId, deletedAt: null } });
  if (!plan) throw notFound('plan', planId);
  return plan;
}

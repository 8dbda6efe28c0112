import { z } from 'zod';
import { badParameter, badParameters } from '../../../core/fault.ts';
import { refreshSessionsWhere } from '../../../core/network/effects.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields, updatedValue } from '../../../core/records/updates.ts';
import { changedOwner, ownerShape } from '../../../core/tenancy/owner.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { burst } from '../../../core/vocabulary/burst.ts';
import * as vocabulary from '../../../core/vocabulary/plan.ts';
import { code, csv, flagYN, gigabytes, id, oneOf, text, wholeNumber } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { ip6PoolName } from '../../network/ip6-pools/vocabulary.ts';
import { checkCodes } from '../../tenancy/locations/codes.ts';
import { bandwidthColumns } from './columns.ts';
import { findPlan } from './find.ts';
import { checkIp6Pools } from './ip6-pools.ts';
import { checkNasIpPools } from './nas-ip-pools.ts';
import { type DependentParameters, planFaults } from './rules.ts';
import { validityProblem } from './validity.ts';

const { BANDWIDTH_MANAGEMENT, connectivity, kbps, LEVELS, PERIOD_UNITS, PROTOCOLS } = vocabulary;

const clearableFields = {
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
  ip6_pool: ip6PoolName().nullable().optional(),
  pd_pool: ip6PoolName().nullable().optional(),
  time_limit_min: vocabulary.timeLimitMin().nullable().optional(),
};

/** Contract 4.7: everything but `id` may be left out. */
export const planChange = z.strictObject({
  id: id(),
  ...ownerShape(),
  name: text().optional(),
  plan_period: wholeNumber(1, 3650).optional(),
  plan_period_unit: oneOf(PERIOD_UNITS).optional(),
  protocol: csv(oneOf(PROTOCOLS)).optional(),
  connectivity: csv(connectivity()).optional(),
  enabled: flagYN().optional(),
  data_carryover: flagYN().optional(),
  hide_bw_limit: flagYN().optional(),
  bw1_gb: gigabytes().optional(),
  session_limit: vocabulary.sessionLimit().optional(),
  ...clearableFields,
});

/** The parameters that the sessions of the plan's services depend on. */
const SESSION_PARAMETERS = [
  'bw_mgmt',
  'ip6_pool',
  'pd_pool',
  ...LEVELS.flatMap((n) => [`bw${n}_dl`, `bw${n}_ul`, `bw${n}_pool`, `bw${n}_burst`] as const),
] as const;

type PlanChange = z.output<typeof planChange>;
type StoredPlan = Awaited<ReturnType<typeof findPlan>>;

/**
 * Changes a plan; the live sessions of its services follow after the commit. Open periods keep the length and the volumes they
 * were opened with.
 */
export async function updatePlan(tx: Tx, scope: Scope, input: PlanChange): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'plan', id: input.id });
  const plan = await findPlan(tx, scope, input.id);
  const changed = parametersAfter(plan, input);
  const faults = planFaults(changed);
  if (faults.length > 0) throw badParameters(faults);
  const newOwner = await changedOwner(tx, scope, { stored: plan, input });
  const owner = newOwner ?? { ispId: plan.ispId, resellerId: plan.resellerId };
  const { lc, slc } = changed;
  // A new owner must have what the plan refers to, changed or not.
  if (lc !== undefined && (newOwner || input.lc || input.slc)) await checkCodes(tx, scope, { ...owner, lc, slc });
  await checkNasIpPools(tx, owner, newOwner ? changed : input);
  await checkIp6Pools(tx, owner, input);
  await checkSubPlans(tx, plan, input);
  await tx.plan.update({
    where: { id: plan.id },
    data: { ...newOwner, ...changedColumns(input), updatedBy: scope.by },
  });
  if (SESSION_PARAMETERS.some((parameter) => input[parameter] !== undefined)) {
    await refreshSessionsWhere(
      tx,
      sql`x.service_id IN (SELECT s.id FROM crm.service s WHERE s.plan_id = ${plan.id} AND s.deleted_at IS NULL)`,
    );
  }
  return 'done';
}

/** With a changed plan period, the validity of each sub plan must still be whole days or months. */
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

/** The parameters that depend on each other, as they will be. */
function parametersAfter(plan: StoredPlan, input: PlanChange): DependentParameters {
  return {
    lc: updatedValue(input.lc, plan.lc),
    slc: updatedValue(input.slc, plan.slc),
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

function changedColumns(input: PlanChange) {
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
    bw1Gb: input.bw1_gb,
    sessionLimit: input.session_limit,
    timeLimitMin: input.time_limit_min,
    ...bandwidthColumns(input),
  });
}

import { z } from 'zod';
import { badParameters, type FieldFault, notFound } from '../../core/fault.ts';
import { created, type Scope, usable } from '../../core/scope.ts';
import { code, csv, flagYN, gigabytes, id, oneOf, text, wholeNumber } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { type Owner, ownerOfNew, ownerShape } from '../isps/owner.ts';
import { checkCodes } from '../locations/create.ts';
import { BANDWIDTH_MANAGEMENT, CONNECTIVITIES, LEVELS, PERIOD_UNITS, PROTOCOLS } from './vocabulary.ts';

/** A rate in kbit/s; up to 1 Tbit/s. */
export const kbps = () => wholeNumber(1, 1_000_000_000);

/** Contract 4.7. */
export const newPlan = z.strictObject({
  ...ownerShape(),
  name: text(),
  plan_period: wholeNumber(1, 3650),
  plan_period_unit: oneOf(PERIOD_UNITS),
  protocol: csv(oneOf(PROTOCOLS)),
  connectivity: csv(oneOf(CONNECTIVITIES, { Fiber: 'Fibre' })),
  lc: code().optional(),
  slc: code().optional(),
  enabled: flagYN().default(true),
  data_carryover: flagYN().default(false),
  hide_bw_limit: flagYN().default(false),
  bw_mgmt: oneOf(BANDWIDTH_MANAGEMENT).optional(),
  bw1_gb: gigabytes(),
  bw1_dl: kbps().optional(),
  bw1_ul: kbps().optional(),
  bw1_pool: id().optional(),
  bw2_gb: gigabytes().optional(),
  bw2_dl: kbps().optional(),
  bw2_ul: kbps().optional(),
  bw2_pool: id().optional(),
  bw3_gb: gigabytes().optional(),
  bw3_dl: kbps().optional(),
  bw3_ul: kbps().optional(),
  bw3_pool: id().optional(),
});

export type NewPlan = z.output<typeof newPlan>;
type Levels = Pick<NewPlan, 'bw_mgmt' | `bw${1 | 2 | 3}_${'gb' | 'dl' | 'ul' | 'pool'}`>;

/** The rules of contract 4.7 that join bandwidth parameters. A level exists only with rates, or with a pool. */
export function bandwidthFaults(plan: Levels): FieldFault[] {
  const faults: FieldFault[] = [];
  const missing = (parameter: keyof Levels, why: string) => {
    if (plan[parameter] === undefined) faults.push({ parameter, problem: `is required when ${why}` });
  };
  for (const n of LEVELS) {
    const wanted =
      n === 1 ||
      [plan[`bw${n}_gb`], plan[`bw${n}_dl`], plan[`bw${n}_ul`], plan[`bw${n}_pool`]].some(
        (value) => value !== undefined,
      );
    if (!wanted) continue;
    const level = n === 1 ? '' : ` and level ${n} is used`;
    if (plan.bw_mgmt === 'Radius') {
      missing(`bw${n}_dl`, `bw_mgmt is Radius${level}`);
      missing(`bw${n}_ul`, `bw_mgmt is Radius${level}`);
    } else if (plan.bw_mgmt === 'NAS IP Pool') missing(`bw${n}_pool`, `bw_mgmt is NAS IP Pool${level}`);
  }
  if (plan.bw3_gb !== undefined && plan.bw2_dl === undefined && plan.bw2_pool === undefined) {
    faults.push({ parameter: 'bw3_gb', problem: 'level 3 needs a level 2 before it' });
  }
  return faults;
}

/** Adds a plan. Returns its id. */
export async function createPlan(tx: Tx, scope: Scope, input: NewPlan): Promise<number> {
  const faults = bandwidthFaults(input);
  if (input.slc !== undefined && input.lc === undefined)
    faults.push({ parameter: 'lc', problem: 'is required with slc' });
  if (faults.length > 0) throw badParameters(faults);
  const owner = await ownerOfNew(tx, scope, input);
  if (input.lc !== undefined) await checkCodes(tx, scope, { ispId: owner.ispId, lc: input.lc, slc: input.slc });
  await checkPools(tx, scope, { owner, ids: LEVELS.flatMap((n) => input[`bw${n}_pool`] ?? []) });
  const plan = await tx.plan.create({
    data: { ...owner, ...planFields(input), ...created(scope) },
    select: { id: true },
  });
  return plan.id;
}

export async function checkPools(tx: Tx, scope: Scope, { owner, ids }: { owner: Owner; ids: number[] }): Promise<void> {
  if (ids.length === 0) return;
  const pools = await tx.nasIpPool.findMany({
    where: { ...usable(scope), ispId: owner.ispId, id: { in: ids } },
    select: { id: true },
  });
  const unknown = ids.find((poolId) => !pools.some((pool) => pool.id === poolId));
  if (unknown !== undefined) throw notFound('NAS IP pool', unknown);
}

function planFields(input: NewPlan) {
  return {
    name: input.name,
    planPeriod: input.plan_period,
    planPeriodUnit: input.plan_period_unit,
    protocol: input.protocol,
    connectivity: input.connectivity,
    lc: input.lc ?? null,
    slc: input.slc ?? null,
    enabled: input.enabled,
    dataCarryover: input.data_carryover,
    hideBwLimit: input.hide_bw_limit,
    bwMgmt: input.bw_mgmt ?? null,
    bw1Gb: input.bw1_gb,
    bw1Dl: input.bw1_dl ?? null,
    bw1Ul: input.bw1_ul ?? null,
    bw1Pool: input.bw1_pool ?? null,
    bw2Gb: input.bw2_gb ?? null,
    bw2Dl: input.bw2_dl ?? null,
    bw2Ul: input.bw2_ul ?? null,
    bw2Pool: input.bw2_pool ?? null,
    bw3Gb: input.bw3_gb ?? null,
    bw3Dl: input.bw3_dl ?? null,
    bw3Ul: input.bw3_ul ?? null,
    bw3Pool: input.bw3_pool ?? null,
  };
}

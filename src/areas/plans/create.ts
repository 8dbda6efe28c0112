import { z } from 'zod';
import { badParameters, type FieldFault, notFound } from '../../core/fault.ts';
import { lockShared } from '../../core/row-locks.ts';
import { created, type Scope } from '../../core/scope.ts';
import { code, csv, described, flagYN, gigabytes, id, oneOf, text, wholeNumber } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { type Owner, ownerOfNew, ownerShape } from '../isps/owner.ts';
import { checkCodes } from '../locations/codes.ts';
import { burst, burstFaults } from './burst.ts';
import { BANDWIDTH_MANAGEMENT, CONNECTIVITIES, LEVELS, PERIOD_UNITS, PROTOCOLS } from './vocabulary.ts';

/** A rate in kbit/s; up to 1 Tbit/s. */
export const kbps = () => described('kbit/s', wholeNumber(1, 1_000_000_000));

/** Up to where a bandwidth level lasts. */
const volume = () => described('GB of 2^30 bytes that the level lasts for; 0: without end', gigabytes());

const pool = () => described('id of a pool of the NAS', id());

/** Contract 4.7. */
export const newPlan = z.strictObject({
  ...ownerShape(),
  name: text(),
  plan_period: described('days or months that one unit of a sub plan is valid', wholeNumber(1, 3650)),
  plan_period_unit: oneOf(PERIOD_UNITS),
  protocol: csv(oneOf(PROTOCOLS)),
  connectivity: csv(oneOf(CONNECTIVITIES, { Fiber: 'Fibre' })),
  lc: code().optional(),
  slc: code().optional(),
  enabled: flagYN().default(true),
  data_carryover: described('is unused data of level 1 kept for the next period?', flagYN()).default(false),
  hide_bw_limit: described('are the limits kept from the subscriber?', flagYN()).default(false),
  bw_mgmt: described('by rates, or by a pool of the NAS', oneOf(BANDWIDTH_MANAGEMENT)).optional(),
  bw1_gb: volume(),
  bw1_dl: kbps().optional(),
  bw1_ul: kbps().optional(),
  bw1_pool: pool().optional(),
  bw1_burst: burst().optional(),
  bw2_gb: volume().optional(),
  bw2_dl: kbps().optional(),
  bw2_ul: kbps().optional(),
  bw2_pool: pool().optional(),
  bw2_burst: burst().optional(),
  bw3_gb: volume().optional(),
  bw3_dl: kbps().optional(),
  bw3_ul: kbps().optional(),
  bw3_pool: pool().optional(),
  bw3_burst: burst().optional(),
});

export type NewPlan = z.output<typeof newPlan>;
type Levels = Pick<NewPlan, 'bw_mgmt' | `bw${1 | 2 | 3}_${'gb' | 'dl' | 'ul' | 'pool' | 'burst'}`>;

/** The rules of contract 4.7 that join bandwidth parameters. A level exists only with rates, or with a pool. */
export function bandwidthFaults(plan: Levels): FieldFault[] {
  const faults = LEVELS.flatMap((n) => levelFaults(plan, n));
  if (plan.bw3_gb !== undefined && plan.bw2_dl === undefined && plan.bw2_pool === undefined) {
    faults.push({ parameter: 'bw3_gb', problem: 'level 3 needs a level 2 before it' });
  }
  return faults;
}

function levelFaults(plan: Levels, n: (typeof LEVELS)[number]): FieldFault[] {
  const faults: FieldFault[] = [];
  const need = (parameter: keyof Levels, why: string) => {
    if (plan[parameter] === undefined) faults.push({ parameter, problem: `is required ${why}` });
  };
  const [dl, ul, pool] = [`bw${n}_dl`, `bw${n}_ul`, `bw${n}_pool`] as const;
  const used = n === 1 || [plan[`bw${n}_gb`], plan[dl], plan[ul], plan[pool]].some((value) => value !== undefined);
  const level = n === 1 ? '' : ` and level ${n} is used`;
  if (plan.bw_mgmt === 'Radius' && used) {
    need(dl, `when bw_mgmt is Radius${level}`);
    need(ul, `when bw_mgmt is Radius${level}`);
  } else {
    if (plan.bw_mgmt === 'NAS IP Pool' && used) need(pool, `when bw_mgmt is NAS IP Pool${level}`);
    if (plan[ul] !== undefined) need(dl, `with ${ul}`);
    if (plan[dl] !== undefined) need(ul, `with ${dl}`);
  }
  const burst = `bw${n}_burst` as const;
  return [...faults, ...burstFaults(burst, { dl: plan[dl], ul: plan[ul], burst: plan[burst] })];
}

/** Adds a plan. Returns its id. */
export async function createPlan(tx: Tx, scope: Scope, input: NewPlan): Promise<number> {
  const faults = bandwidthFaults(input);
  if (input.slc !== undefined && input.lc === undefined)
    faults.push({ parameter: 'lc', problem: 'is required with slc' });
  if (faults.length > 0) throw badParameters(faults);
  const owner = await ownerOfNew(tx, scope, input);
  if (input.lc !== undefined) await checkCodes(tx, scope, { ...owner, lc: input.lc, slc: input.slc });
  await checkPools(
    tx,
    owner,
    LEVELS.flatMap((n) => input[`bw${n}_pool`] ?? []),
  );
  const plan = await tx.plan.create({
    data: { ...owner, ...planFields(input), ...created(scope) },
    select: { id: true },
  });
  return plan.id;
}

/** A plan names pools of its own owner, or of the ISP itself. */
export async function checkPools(tx: Tx, { ispId, resellerId }: Owner, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const pools = await tx.nasIpPool.findMany({
    where: { ispId, OR: [{ resellerId }, { resellerId: null }], id: { in: ids } },
    select: { id: true },
  });
  const unknown = ids.find((poolId) => !pools.some((pool) => pool.id === poolId));
  if (unknown !== undefined) throw notFound('NAS IP pool', unknown);
  for (const { id } of pools) await lockShared(tx, 'NAS IP pool', id);
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
    bw1Burst: input.bw1_burst ?? null,
    bw2Gb: input.bw2_gb ?? null,
    bw2Dl: input.bw2_dl ?? null,
    bw2Ul: input.bw2_ul ?? null,
    bw2Pool: input.bw2_pool ?? null,
    bw2Burst: input.bw2_burst ?? null,
    bw3Gb: input.bw3_gb ?? null,
    bw3Dl: input.bw3_dl ?? null,
    bw3Ul: input.bw3_ul ?? null,
    bw3Pool: input.bw3_pool ?? null,
    bw3Burst: input.bw3_burst ?? null,
  };
}

import { z } from 'zod';
import { badParameters } from '../../../core/fault.ts';
import { ownerOfNew, ownerShape } from '../../../core/tenancy/owner.ts';
import { created, type Scope } from '../../../core/tenancy/scope.ts';
import { burst } from '../../../core/vocabulary/burst.ts';
import {
  BANDWIDTH_MANAGEMENT,
  connectivity,
  kbps,
  PERIOD_UNITS,
  PROTOCOLS,
  sessionLimit,
  timeLimitMin,
} from '../../../core/vocabulary/plan.ts';
import { code, csv, flagYN, gigabytes, id, oneOf, text, wholeNumber } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { ip6PoolName } from '../../network/ip6-pools/vocabulary.ts';
import { checkCodes } from '../../tenancy/locations/codes.ts';
import { bandwidthColumns } from './columns.ts';
import { checkIp6Pools } from './ip6-pools.ts';
import { checkNasIpPools } from './nas-ip-pools.ts';
import { planFaults } from './rules.ts';

/** Contract 4.7. */
export const newPlan = z.strictObject({
  ...ownerShape(),
  name: text(),
  plan_period: wholeNumber(1, 3650),
  plan_period_unit: oneOf(PERIOD_UNITS),
  protocol: csv(oneOf(PROTOCOLS)),
  connectivity: csv(connectivity()),
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
  bw1_burst: burst().optional(),
  bw2_gb: gigabytes().optional(),
  bw2_dl: kbps().optional(),
  bw2_ul: kbps().optional(),
  bw2_pool: id().optional(),
  bw2_burst: burst().optional(),
  bw3_gb: gigabytes().optional(),
  bw3_dl: kbps().optional(),
  bw3_ul: kbps().optional(),
  bw3_pool: id().optional(),
  bw3_burst: burst().optional(),
  ip6_pool: ip6PoolName().optional(),
  pd_pool: ip6PoolName().optional(),
  session_limit: sessionLimit().default(1),
  time_limit_min: timeLimitMin().optional(),
});

type NewPlan = z.output<typeof newPlan>;

/** Adds a plan. Returns its id. */
export async function createPlan(tx: Tx, scope: Scope, input: NewPlan): Promise<number> {
  const faults = planFaults(input);
  if (faults.length > 0) throw badParameters(faults);
  const owner = await ownerOfNew(tx, scope, input);
  if (input.lc !== undefined) await checkCodes(tx, scope, { ...owner, lc: input.lc, slc: input.slc });
  await checkNasIpPools(tx, owner, input);
  await checkIp6Pools(tx, owner, input);
  const plan = await tx.plan.create({
    data: { ...owner, ...columnsOf(input), ...created(scope) },
    select: { id: true },
  });
  return plan.id;
}

function columnsOf(input: NewPlan) {
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
    bw1Gb: input.bw1_gb,
    sessionLimit: input.session_limit,
    timeLimitMin: input.time_limit_min ?? null,
    ...bandwidthColumns(input),
  };
}

import type { FieldFault } from '../../../core/fault.ts';
import { burstFaults } from '../../../core/vocabulary/burst.ts';
import { type BANDWIDTH_MANAGEMENT, LEVELS } from '../../../core/vocabulary/plan.ts';

type Level = (typeof LEVELS)[number];
type Volumes = { readonly [P in `bw${Level}_gb`]?: string | undefined };
type Rates = { readonly [P in `bw${Level}_${'dl' | 'ul' | 'pool'}`]?: number | undefined };
type Bursts = { readonly [P in `bw${Level}_burst`]?: string | undefined };

/** The parameters that depend on each other: those of a create, or the plan as it will be after an update. */
export interface DependentParameters extends Volumes, Rates, Bursts {
  readonly bw_mgmt?: (typeof BANDWIDTH_MANAGEMENT)[number] | undefined;
  readonly lc?: string | undefined;
  readonly slc?: string | undefined;
}

/** Contract 4.7: which parameter needs which other. A level exists only if it has rates or a pool. */
export function planFaults(plan: DependentParameters): FieldFault[] {
  const faults = LEVELS.flatMap((n) => levelFaults(plan, n));
  if (plan.bw3_gb !== undefined && plan.bw2_dl === undefined && plan.bw2_pool === undefined) {
    faults.push({ parameter: 'bw3_gb', problem: 'level 3 needs a level 2 before it' });
  }
  if (plan.slc !== undefined && plan.lc === undefined) {
    faults.push({ parameter: 'lc', problem: 'is required with slc' });
  }
  return faults;
}

function levelFaults(plan: DependentParameters, n: Level): FieldFault[] {
  const faults: FieldFault[] = [];
  const need = (parameter: keyof DependentParameters, why: string) => {
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

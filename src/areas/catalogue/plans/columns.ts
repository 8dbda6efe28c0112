import { definedFields } from '../../../core/records/updates.ts';
import type { LEVELS } from '../../../core/vocabulary/plan.ts';

type Level = (typeof LEVELS)[number];
type LevelParameters = { readonly [P in `bw${Level}_${'dl' | 'ul' | 'pool'}`]?: number | null | undefined } & {
  readonly [P in `bw${2 | 3}_gb` | `bw${Level}_burst` | 'bw_mgmt' | 'ip6_pool' | 'pd_pool']?: string | null | undefined;
};

/** The columns of bandwidth and pools of the given parameters, except `bw1_gb`, which a plan always has. Null clears a column. */
export function bandwidthColumns(input: LevelParameters) {
  return definedFields({
    bwMgmt: input.bw_mgmt,
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
    ip6Pool: input.ip6_pool,
    pdPool: input.pd_pool,
  });
}

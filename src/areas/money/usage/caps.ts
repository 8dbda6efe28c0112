import { Decimal } from 'decimal.js';
import type { Caps } from './levels.ts';

/** A decimal as Prisma returns it. */
interface Numeric {
  toString(): string;
}

/** The columns of a plan that define its levels and their volumes. */
export interface PlanVolumes {
  readonly bw2Gb: Numeric | null;
  readonly bw2Dl: number | null;
  readonly bw2Pool: number | null;
  readonly bw3Gb: Numeric | null;
  readonly bw3Dl: number | null;
  readonly bw3Pool: number | null;
}

/** 1 GB = 2^30 bytes. */
export function bytesOf(gb: Numeric): bigint {
  return BigInt(new Decimal(gb.toString()).times(2 ** 30).toFixed(0));
}

/** The volume in bytes of a level that the plan has: 0 GB, or none, means unlimited (null). */
export function volumeOf(gb: Numeric | null): bigint | null {
  const bytes = gb === null ? 0n : bytesOf(gb);
  return bytes === 0n ? null : bytes;
}

/**
 * The volumes of a period on this plan. `level1` includes carryover and open top-ups; null: unlimited. Levels 2 and 3 exist if
 * the plan has rates or a pool for them, which is also what a login goes by.
 */
export function capsOf(plan: PlanVolumes, level1: bigint | null): Caps {
  return {
    level1,
    level2: plan.bw2Dl === null && plan.bw2Pool === null ? 0n : volumeOf(plan.bw2Gb),
    level3: plan.bw3Dl === null && plan.bw3Pool === null ? 0n : volumeOf(plan.bw3Gb),
  };
}

import { notFound } from '../../../core/fault.ts';
import { lockShared } from '../../../core/records/row-locks.ts';
import { availableTo, type Owner } from '../../../core/tenancy/owner.ts';
import { LEVELS } from '../../../core/vocabulary/plan.ts';
import type { Tx } from '../../../db/database.ts';

type LevelPools = { readonly [P in `bw${(typeof LEVELS)[number]}_pool`]?: number | null | undefined };

/** The NAS IP pools that a plan names must be its owner's or the ISP's. Locks them against deletion. */
export async function checkNasIpPools(tx: Tx, owner: Owner, plan: LevelPools): Promise<void> {
  const ids = LEVELS.flatMap((n) => plan[`bw${n}_pool`] ?? []);
  if (ids.length === 0) return;
  const where = { ...availableTo(owner), id: { in: ids } };
  const pools = await tx.nasIpPool.findMany({ where, select: { id: true } });
  const unknown = ids.find((poolId) => !pools.some((pool) => pool.id === poolId));
  if (unknown !== undefined) throw notFound('NAS IP pool', unknown);
  for (const { id } of pools) await lockShared(tx, 'NAS IP pool', id);
}

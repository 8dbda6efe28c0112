import { badParameter } from '../../../core/fault.ts';
import { availableTo, type Owner } from '../../../core/tenancy/owner.ts';
import type { Tx } from '../../../db/database.ts';
import type { Ip6PoolKind } from '../../network/ip6-pools/vocabulary.ts';

const KINDS = { ip6_pool: 'Framed', pd_pool: 'Delegated' } as const satisfies Record<string, Ip6PoolKind>;

/**
 * A pool that a plan names may be one on the NAS, of which nothing is known here. A pool of ours must be of the right kind, or
 * nobody would get a prefix from it.
 */
export async function checkIp6Pools(
  tx: Tx,
  owner: Owner,
  plan: { readonly [P in keyof typeof KINDS]?: string | null | undefined },
): Promise<void> {
  for (const parameter of ['ip6_pool', 'pd_pool'] as const) {
    const name = plan[parameter];
    if (name == null) continue;
    const pool = await tx.ip6Pool.findFirst({ where: { ...availableTo(owner), name }, select: { kind: true } });
    const kind = KINDS[parameter];
    if (pool && pool.kind !== kind)
      throw badParameter(parameter, `must name a pool of kind ${kind}; ${name} is of kind ${pool.kind}`);
  }
}

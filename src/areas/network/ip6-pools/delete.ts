import { Fault } from '../../../core/fault.ts';
import { lockForDelete } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { lockIp6Pool } from './find.ts';

export async function deleteIp6Pool(tx: Tx, scope: Scope, id: number): Promise<'done'> {
  const pool = await lockIp6Pool(tx, scope, id);
  await lockForDelete(tx, 'IPv6 pool', id);
  const leased = await tx.ip6Lease.count({ where: { poolId: id, leasedTo: { not: null } } });
  if (leased > 0) throw new Fault('conflict', `pool ${pool.name} still has ${leased} prefixes in use`);
  const column = pool.kind === 'Framed' ? 'ip6Pool' : 'pdPool';
  const plans = await tx.plan.count({ where: { ispId: pool.ispId, [column]: pool.name, deletedAt: null } });
  if (plans > 0) throw new Fault('conflict', `${plans} plans use the pool ${pool.name}`);
  await tx.ip6Pool.delete({ where: { id } });
  return 'done';
}

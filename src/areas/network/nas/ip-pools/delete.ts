import { Fault } from '../../../../core/fault.ts';
import { lockForDelete } from '../../../../core/records/row-locks.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import type { Tx } from '../../../../db/database.ts';
import { findNasIpPool } from './find.ts';

/** Refused while a plan names the pool. */
export async function deleteNasIpPool(tx: Tx, scope: Scope, id: number): Promise<'done'> {
  await findNasIpPool(tx, scope, id);
  await lockForDelete(tx, 'NAS IP pool', id);
  const plans = await tx.plan.count({
    where: { deletedAt: null, OR: [{ bw1Pool: id }, { bw2Pool: id }, { bw3Pool: id }] },
  });
  if (plans > 0) throw new Fault('conflict', `NAS IP pool ${id} is used by ${plans} plans`);
  // Deleted plans lose the pool, and with it their bandwidth management.
  for (const level of ['bw1Pool', 'bw2Pool', 'bw3Pool'] as const) {
    await tx.plan.updateMany({ where: { [level]: id }, data: { [level]: null, bwMgmt: null } });
  }
  await tx.nasIpPool.delete({ where: { id } });
  return 'done';
}

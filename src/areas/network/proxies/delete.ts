import type { Call } from '../../../core/call.ts';
import { refuseWhileUsed } from '../../../core/records/dependents.ts';
import { lockForDelete, lockForUpdate } from '../../../core/records/row-locks.ts';
import type { Tx } from '../../../db/database.ts';

/** Its packets are no longer taken. Refused while NASes are attached to it. */
export async function deleteProxy(tx: Tx, { scope, kernel }: Call, id: number): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'RADIUS proxy', id });
  await lockForDelete(tx, 'RADIUS proxy', id);
  refuseWhileUsed(`RADIUS proxy ${id}`, { NASes: await tx.nas.count({ where: { proxyId: id, deletedAt: null } }) });
  await tx.unknownProxiedNas.deleteMany({ where: { proxyId: id } });
  await tx.radiusProxy.update({ where: { id }, data: { deletedAt: kernel.clock.now(), updatedBy: scope.by } });
  return 'done';
}

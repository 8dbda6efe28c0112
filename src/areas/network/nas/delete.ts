import type { Call } from '../../../core/call.ts';
import { Fault } from '../../../core/fault.ts';
import { lockForDelete } from '../../../core/records/row-locks.ts';
import type { Tx } from '../../../db/database.ts';
import { findNas } from './find.ts';

/** Takes a NAS out of service: its packets are no longer answered. Its session history stays. */
export async function deleteNas(tx: Tx, { scope, kernel }: Call, nasId: number): Promise<'done'> {
  const nas = await findNas(tx, scope, nasId);
  await lockForDelete(tx, 'NAS', nas.id);
  const online = await tx.session.count({ where: { nasId, endedAt: null } });
  if (online > 0) throw new Fault('conflict', `NAS ${nasId} has ${online} open sessions; disconnect them first`);
  await tx.realmRule.deleteMany({ where: { nasId } });
  await tx.nas.update({ where: { id: nas.id }, data: { deletedAt: kernel.clock.now(), updatedBy: scope.by } });
  return 'done';
}

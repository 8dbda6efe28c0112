import type { Call } from '../../../core/call.ts';
import { refuseWhileUsed } from '../../../core/records/dependents.ts';
import { lockForDelete, lockForUpdate } from '../../../core/records/row-locks.ts';
import type { Tx } from '../../../db/database.ts';

/** Its notifications are refused from now on, and its orders no longer followed. Refused while money may still move by it. */
export async function deleteGateway(tx: Tx, { scope, kernel }: Call, id: number): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'payment gateway', id });
  await lockForDelete(tx, 'payment gateway', id);
  const open = { gatewayId: id, status: { in: ['New', 'Open', 'Disputed'] } };
  const unsent = { order: { gatewayId: id }, status: 'Requested' };
  refuseWhileUsed(`payment gateway ${id}`, {
    'open orders': await tx.paymentOrder.count({ where: open }),
    'refunds not sent yet': await tx.paymentRefund.count({ where: unsent }),
  });
  await tx.paymentGateway.update({ where: { id }, data: { deletedAt: kernel.clock.now(), updatedBy: scope.by } });
  return 'done';
}

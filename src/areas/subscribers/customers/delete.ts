import type { Call } from '../../../core/call.ts';
import { refuseWhileUsed } from '../../../core/records/dependents.ts';
import { lockForDelete } from '../../../core/records/row-locks.ts';
import type { Tx } from '../../../db/database.ts';
import { findCustomer } from './find.ts';

/** Deletes a customer that has no services left. */
export async function deleteCustomer(tx: Tx, { scope, kernel }: Call, customerId: number): Promise<'done'> {
  await findCustomer(tx, scope, customerId);
  await lockForDelete(tx, 'customer', customerId);
  refuseWhileUsed(`customer ${customerId}`, {
    services: await tx.service.count({ where: { customerId, deletedAt: null } }),
  });
  await tx.customer.update({ where: { id: customerId }, data: { deletedAt: kernel.clock.now(), updatedBy: scope.by } });
  return 'done';
}

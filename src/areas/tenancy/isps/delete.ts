import type { Call } from '../../../core/call.ts';
import { refuseWhileUsed } from '../../../core/records/dependents.ts';
import { lockForDelete } from '../../../core/records/row-locks.ts';
import type { Tx } from '../../../db/database.ts';
import { findIsp } from './find.ts';

/** Deletes an ISP that nothing depends on. Its users are locked out; its history stays. */
export async function deleteIsp(tx: Tx, { scope, kernel }: Call, ispId: number): Promise<'Done'> {
  await findIsp(tx, scope, ispId);
  await lockForDelete(tx, 'ISP', ispId);
  const where = { ispId, deletedAt: null };
  refuseWhileUsed(`ISP ${ispId}`, {
    resellers: await tx.reseller.count({ where }),
    customers: await tx.customer.count({ where }),
    plans: await tx.plan.count({ where }),
    NASes: await tx.nas.count({ where }),
    'RADIUS proxies': await tx.radiusProxy.count({ where }),
    'payment gateways': await tx.paymentGateway.count({ where }),
    'IP pools': await tx.ipPool.count({ where: { ispId } }),
    'pending leads': await tx.lead.count({ where: { ispId, closedAt: null } }),
  });
  await tx.isp.update({ where: { id: ispId }, data: { deletedAt: kernel.clock.now(), updatedBy: scope.by } });
  return 'Done';
}

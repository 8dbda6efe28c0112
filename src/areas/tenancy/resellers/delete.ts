import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { Fault } from '../../../core/fault.ts';
import { refuseWhileUsed } from '../../../core/records/dependents.ts';
import { lockForDelete } from '../../../core/records/row-locks.ts';
import type { Tx } from '../../../db/database.ts';
import { findReseller, type namedReseller } from './find.ts';

/** Deletes a reseller that nothing depends on. Its users are locked out; its history stays. */
export async function deleteReseller(
  tx: Tx,
  { scope, kernel }: Call,
  input: z.output<typeof namedReseller>,
): Promise<'done'> {
  const reseller = await findReseller(tx, scope, input);
  await lockForDelete(tx, 'reseller', reseller.id);
  const where = { resellerId: reseller.id, deletedAt: null };
  refuseWhileUsed(`reseller ${reseller.id}`, {
    customers: await tx.customer.count({ where }),
    plans: await tx.plan.count({ where }),
    NASes: await tx.nas.count({ where }),
    'IP pools': await tx.ipPool.count({ where: { resellerId: reseller.id } }),
    'NAS IP pools': await tx.nasIpPool.count({ where: { resellerId: reseller.id } }),
    locations: await tx.location.count({ where: { resellerId: reseller.id } }),
    'top-up plans': await tx.topupPlan.count({ where }),
    'pending leads': await tx.lead.count({ where: { resellerId: reseller.id, closedAt: null } }),
  });
  // Read after the lock: a wallet top-up may have committed first.
  const { wallet } = await tx.reseller.findUniqueOrThrow({ where: { id: reseller.id }, select: { wallet: true } });
  if (!wallet.isZero())
    throw new Fault('conflict', `reseller ${reseller.id} still has ${wallet.toFixed(2)} in its wallet`);
  await tx.nasShare.deleteMany({ where: { resellerId: reseller.id } });
  await tx.reseller.update({
    where: { id: reseller.id },
    data: { deletedAt: kernel.clock.now(), updatedBy: scope.by },
  });
  return 'done';
}

import type { Call } from '../../../core/call.ts';
import { Fault } from '../../../core/fault.ts';
import type { Tx } from '../../../db/database.ts';
import { lockService } from './find.ts';

/** Clears the bound MAC; with `Auto` the next login binds its own. */
export async function unbindMac(tx: Tx, { scope }: Call, serviceId: number): Promise<'Done'> {
  const service = await lockService(tx, scope, serviceId);
  if (service.macBind === 'Manual')
    throw new Fault(
      'conflict',
      `service ${serviceId} is bound to a MAC address manually; change mac or mac_bind instead`,
    );
  await tx.service.update({ where: { id: serviceId }, data: { mac: null, updatedBy: scope.by } });
  return 'Done';
}

import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Fault } from '../../core/fault.ts';
import { lockForDelete } from '../../core/row-locks.ts';
import { id } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { changeSubscription } from '../billing/change.ts';
import { close } from '../billing/life-cycle/actions/close.ts';
import { returnDeposit } from '../billing/store/return-deposit.ts';
import { freeAddress } from './address.ts';
import { findService, lockService } from './update.ts';

export const namedService = z.strictObject({ serviceid: id() });

/**
 * Deletes a service with its last bill, and gives its deposit back. Refused while it is online or money is open; billing and
 * session history stay.
 */
export async function deleteService(tx: Tx, call: Call, serviceId: number): Promise<'Done'> {
  const { scope } = call;
  await findService(tx, scope, serviceId);
  await lockForDelete(tx, 'service', serviceId);
  const service = await findService(tx, scope, serviceId);
  const online = await tx.session.count({ where: { serviceId, endedAt: null } });
  if (online > 0) throw new Fault('conflict', `service ${serviceId} is online; disconnect ${service.username} first`);
  const used = (await tx.session.count({ where: { serviceId } })) > 0;
  const { occasion } = await changeSubscription(tx, call, { ispId: service.ispId, serviceId }, (draft) =>
    close(draft, { used }),
  );
  await returnDeposit(tx, service, { postedOn: occasion.today, by: scope.by });
  await freeAddress(tx, serviceId);
  await tx.service.update({ where: { id: serviceId }, data: { deletedAt: occasion.now, updatedBy: scope.by } });
  return 'Done';
}

/** Forgets the bound MAC; with `Auto` the next login binds its own. */
export async function unbindMac(tx: Tx, { scope }: Call, serviceId: number): Promise<'Done'> {
  const service = await lockService(tx, scope, serviceId);
  if (service.macBind === 'Manual')
    throw new Fault('conflict', `service ${serviceId} is bound to a MAC by hand; change mac or mac_bind instead`);
  await tx.service.update({ where: { id: serviceId }, data: { mac: null, updatedBy: scope.by } });
  return 'Done';
}

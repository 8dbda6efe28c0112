import type { Call } from '../../core/call.ts';
import { Fault } from '../../core/fault.ts';
import { lockForDelete } from '../../core/row-locks.ts';
import type { Tx } from '../../db/database.ts';
import { changeSubscription } from '../billing/change.ts';
import { close } from '../billing/life-cycle/actions/close.ts';
import { returnDeposit } from '../billing/store/return-deposit.ts';
import { findService } from './find.ts';
import { releaseStaticIp } from './static-ip.ts';

/**
 * Bills a service for the last time, returns its deposit and deletes it. Refused while it is online or owes money; billing and
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
  const { context } = await changeSubscription(tx, call, { serviceId }, (draft) => close(draft, { used }));
  await returnDeposit(tx, service, { postedOn: context.today, by: scope.by });
  await releaseStaticIp(tx, serviceId);
  await tx.serviceIdentity.deleteMany({ where: { serviceId } });
  await tx.service.update({ where: { id: serviceId }, data: { deletedAt: context.now, updatedBy: scope.by } });
  return 'Done';
}

import type { z } from 'zod';
import { Fault, parameterFault } from '../../../core/fault.ts';
import { lockForDelete } from '../../../core/records/row-locks.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { type Adjusting, recordAdjustment } from '../../money/adjustments/record.ts';
import { madeOf } from '../../money/adjustments/write-off.ts';
import { changeSubscription } from '../../money/billing/change.ts';
import type { Posted } from '../../money/billing/life-cycle/actions/adjust.ts';
import { close } from '../../money/billing/life-cycle/actions/close.ts';
import { bookingDayOf } from '../../money/billing/model/booking-day.ts';
import { previewOf } from '../../money/billing/preview.ts';
import { returnDeposit } from '../../money/billing/store/deposit.ts';
import { findService, namedService } from './find.ts';
import { type outcome, previewParameter } from './outcome.ts';
import { releaseStaticIp } from './static-ip.ts';

export const deletedService = namedService.extend({
  write_off_reason: wire.text().optional(),
  ...previewParameter,
});

/**
 * Bills a service for the last time, returns its deposit and deletes it. Refused while it is online or owes money, unless that is
 * written off; billing and session history stay. Returns `Done`, or the requested preview of the final bill.
 */
export async function deleteService(
  tx: Tx,
  call: Adjusting,
  { serviceid: serviceId, write_off_reason: reason, preview: previews }: z.output<typeof deletedService>,
): Promise<z.output<typeof outcome>> {
  const { scope } = call;
  if (reason !== undefined && !call.actor.permissions.has('service.write_off'))
    throw parameterFault('forbidden', 'write_off_reason', 'needs the permission service.write_off');
  await findService(tx, scope, serviceId);
  await lockForDelete(tx, 'service', serviceId);
  const service = await findService(tx, scope, serviceId);
  const online = await tx.session.count({ where: { serviceId, endedAt: null } });
  if (online > 0) throw new Fault('conflict', `service ${serviceId} is online; disconnect ${service.username} first`);
  const used = (await tx.session.count({ where: { serviceId } })) > 0;
  let posted: Posted | null | undefined;
  const draft = await changeSubscription(tx, call, { serviceId, preview: previews }, (each) => {
    posted = close(each, { used, writesOff: reason !== undefined });
  });
  const made = posted && reason !== undefined && madeOf({ posted, customerId: service.customerId, reason });
  if (previews) {
    if (made) await recordAdjustment(tx, call, draft, { made, previews });
    return previewOf(tx, scope, draft);
  }
  const { context } = draft;
  await returnDeposit(tx, service, { postedOn: bookingDayOf(draft), by: scope.by });
  await releaseStaticIp(tx, serviceId);
  await tx.serviceIdentity.deleteMany({ where: { serviceId } });
  await tx.service.update({ where: { id: serviceId }, data: { deletedAt: context.now, updatedBy: scope.by } });
  if (made) await recordAdjustment(tx, call, draft, { made });
  return 'Done';
}

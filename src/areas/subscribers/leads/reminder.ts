import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter } from '../../../core/fault.ts';
import { id, oneOf, timestamp } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { lockPendingLead } from './find.ts';

/** Contract 4.8. */
export const leadReminder = z.strictObject({
  id: id(),
  action: oneOf(['set', 'unset']),
  timestamp: timestamp().optional(),
});

/** Sets or clears the reminder of a lead; its status stays. */
export async function remindOfLead(tx: Tx, { scope }: Call, input: z.output<typeof leadReminder>): Promise<'done'> {
  if (input.action === 'set' && input.timestamp === undefined)
    throw badParameter('timestamp', 'is required when action is set');
  const lead = await lockPendingLead(tx, scope, input.id);
  const remindAt = input.action === 'set' ? (input.timestamp ?? null) : null;
  await tx.lead.update({ where: { id: lead.id }, data: { remindAt, updatedBy: scope.by } });
  await tx.leadEvent.create({
    data: { leadId: lead.id, action: 'reminder', fromStatus: lead.status, toStatus: lead.status, by: scope.by },
  });
  return 'done';
}

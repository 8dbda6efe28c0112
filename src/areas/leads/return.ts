import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { badParameter } from '../../core/fault.ts';
import { id, oneOf, timestamp } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { lockPendingLead, moveLead } from './lead.ts';
import { checkReturn, STAGES, type Stage } from './workflow.ts';

/** Contract 4.8. */
export const leadReturn = z.strictObject({
  id: id(),
  status: oneOf(['Welcome-Call', 'Field-Verification', 'Installation']),
});

/** Sends a lead back to an earlier stage; the stamps of the stages it goes through again are taken away. */
export async function returnLead(tx: Tx, call: Call, input: z.output<typeof leadReturn>): Promise<'done'> {
  const lead = await lockPendingLead(tx, call.scope, input.id);
  checkReturn(lead.status, input.status);
  const data = { ...clearedFrom(input.status), refusedFrom: null };
  await moveLead(tx, call, { lead, to: input.status, data, event: { action: 'return' } });
  return 'done';
}

const STAMPS: Readonly<Record<Stage, object>> = {
  'Welcome-Call': { welcomecallAt: null, welcomecallBy: null },
  'Field-Verification': { fieldverificationAt: null, fieldverificationBy: null },
  Installation: { installedAt: null, installedBy: null },
  'Final-Test': { finaltestAt: null, finaltestBy: null },
};

const clearedFrom = (stage: Stage) =>
  Object.assign({}, ...STAGES.slice(STAGES.indexOf(stage)).map((each) => STAMPS[each]));

/** Contract 4.8. */
export const leadReminder = z.strictObject({
  id: id(),
  action: oneOf(['set', 'unset']),
  timestamp: timestamp().optional(),
});

/** Sets or clears the time to come back to a lead; its status stays. */
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

import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { id, oneOf } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { lockPendingLead } from './find.ts';
import { moveLead } from './move.ts';
import { clearedStamps } from './stamps.ts';
import { checkReturn } from './workflow.ts';

/** Contract 4.8. */
export const leadReturn = z.strictObject({
  id: id(),
  status: oneOf(['Welcome-Call', 'Field-Verification', 'Installation']),
});

/** Sends a lead back to an earlier stage. */
export async function returnLead(tx: Tx, call: Call, input: z.output<typeof leadReturn>): Promise<'done'> {
  const lead = await lockPendingLead(tx, call.scope, input.id);
  checkReturn(lead.status, input.status);
  const data = { ...clearedStamps(input.status), refusedFrom: null };
  await moveLead(tx, call, { lead, to: input.status, data, event: { action: 'return' } });
  return 'done';
}

import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { numbersOf, regionOfIsp, setNumbers } from '../../../core/telephone/columns.ts';
import { email, id, mobile, oneOf, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { insert, update } from '../../../db/write.ts';
import { checkAssignee } from './assignee.ts';
import { lockPendingLead } from './find.ts';
import { NEW_SOURCES } from './vocabulary.ts';

/** The contact data of a lead, and who works on it. An empty `assigned_to` leaves it to nobody. */
export const leadEdit = z.strictObject({
  id: id(),
  name: text().optional(),
  mobile: mobile().optional(),
  email: email().optional(),
  address: text(500).optional(),
  city: text().nullable().optional(),
  zipcode: text(16).nullable().optional(),
  state: text().nullable().optional(),
  source: oneOf(NEW_SOURCES).optional(),
  assigned_to: id().nullable().optional(),
});

/** Changes a pending lead; its status stays. */
export async function editLead(tx: Tx, { scope, kernel }: Call, input: z.output<typeof leadEdit>): Promise<'done'> {
  const { id: leadId, assigned_to: assignedTo, ...contact } = input;
  const lead = await lockPendingLead(tx, scope, leadId);
  if (typeof assignedTo === 'number') await checkAssignee(tx, scope, lead, assignedTo);
  const changed = { ...definedFields({ ...contact, assignedTo }), updatedBy: scope.by, updatedAt: kernel.clock.now() };
  update(tx, 'crm.lead', [{ id: lead.id, ...changed }]);
  if (input.mobile !== undefined)
    setNumbers(tx, 'crm.lead', lead.id, numbersOf(input.mobile, await regionOfIsp(tx, scope, lead.ispId)));
  const event = { leadId: lead.id, fromStatus: lead.status, toStatus: lead.status, by: scope.by };
  insert(tx, 'crm.lead_event', [{ ...event, action: 'edit' }]);
  return 'done';
}

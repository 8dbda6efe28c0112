import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { type Changes, update } from '../../../db/write.ts';
import type { CareCall } from '../author.ts';
import { deadlinesOf, legalLimit } from './clocks/deadlines.ts';
import { findCategory } from './create.ts';
import { lockOwnTicket, refuseEnded, type Ticket } from './find.ts';
import { findHandlers, type Handlers, keeperWith } from './handlers.ts';
import { ticketShape } from './vocabulary.ts';

export const ticketEdit = z.strictObject({
  id: wire.id(),
  categoryid: ticketShape.categoryid.optional(),
  priority: ticketShape.priority.optional(),
  text: ticketShape.text.optional(),
});

/** Changes what a ticket is about. Another category leaves priority and queue as they are; either sets its deadlines anew. */
export async function editTicket(tx: Tx, { scope }: CareCall, input: z.output<typeof ticketEdit>): Promise<'done'> {
  const { id, categoryid: categoryId, priority, text } = input;
  const ticket = await lockOwnTicket(tx, scope, id);
  refuseEnded(ticket);
  const changes = { ...definedFields({ categoryId, priority, text }), ...(await deadlinesAfter(tx, ticket, input)) };
  update(tx, 'crm.ticket', [{ id, ...changes, ...updated(scope) }]);
  return 'done';
}

/** A first answer that was given keeps the deadline that it had. */
async function deadlinesAfter(
  tx: Tx,
  ticket: Ticket,
  { categoryid = ticket.categoryId, priority = ticket.priority }: z.output<typeof ticketEdit>,
): Promise<Changes<'crm.ticket'>> {
  const isOther = categoryid !== ticket.categoryId;
  if (!isOther && priority === ticket.priority) return {};
  const clocked = { ...ticket, categoryId: categoryid, priority };
  const legal = isOther
    ? { legalBy: await legalLimit(tx, ticket, (await findCategory(tx, ticket.ispId, categoryid)).legalDays) }
    : {};
  const { respondBy, resolveBy } = await deadlinesOf(tx, clocked, ticket.pausedSeconds);
  return { ...legal, resolveBy, ...(ticket.firstReplyAt === null ? { respondBy } : {}) };
}

export const ticketAssignment = z.strictObject({
  id: wire.id(),
  assigned_to: wire.id().nullable().optional(),
  queueid: wire.id().nullable().optional(),
});

/** Says who works on a ticket. An ISP may hand it to the staff of the customer's reseller, whose ticket it is from then on. */
export async function assignTicket(
  tx: Tx,
  { scope }: CareCall,
  input: z.output<typeof ticketAssignment>,
): Promise<'done'> {
  const { id, assigned_to: assignedTo, queueid: queueId } = input;
  if (assignedTo === undefined && queueId === undefined)
    throw badParameter('assigned_to', 'is required without queueid');
  const ticket = await lockOwnTicket(tx, scope, id);
  refuseEnded(ticket);
  const [first, ...others] = await findHandlers(tx, scope, {
    assignedTo: assignedTo ?? null,
    queueId: queueId ?? null,
  });
  const keeperId = first ? keeperWith(ticket, [first, ...others]).keeperId : ticket.keeperId;
  update(tx, 'crm.ticket', [{ id, keeperId, ...left(ticket, keeperId, { assignedTo, queueId }), ...updated(scope) }]);
  return 'done';
}

/** Those of another staff let go of a ticket that is handed over. */
function left(
  { keeperId: before, ...stored }: Ticket,
  keeperId: number | null,
  { assignedTo, queueId }: { [H in keyof Handlers]: Handlers[H] | undefined },
): Handlers {
  const kept: Handlers = before === keeperId ? stored : { assignedTo: null, queueId: null };
  return {
    assignedTo: assignedTo === undefined ? kept.assignedTo : assignedTo,
    queueId: queueId === undefined ? kept.queueId : queueId,
  };
}

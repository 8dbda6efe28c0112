import { z } from 'zod';
import { notFound, parameterFault } from '../../../core/fault.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { type Scope, updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { type Changes, update } from '../../../db/write.ts';
import type { CareCall } from '../author.ts';
import { refuseOthersCustomer } from '../staff.ts';
import { subjectOf, subjectShape } from '../subject.ts';
import { deadlinesOf, legalLimit } from './clocks/deadlines.ts';
import { findCategory } from './create.ts';
import { lockOwnTicket, refuseEnded, type Ticket } from './find.ts';
import { ticketShape } from './vocabulary.ts';

export const ticketEdit = z.strictObject({
  id: wire.id(),
  ...subjectShape(),
  categoryid: ticketShape.categoryid.optional(),
  priority: ticketShape.priority.optional(),
  text: ticketShape.text.optional(),
});

/** Changes what a ticket is about. Another category leaves priority and queue as they are; either sets its deadlines anew. */
export async function editTicket(tx: Tx, { scope }: CareCall, input: z.output<typeof ticketEdit>): Promise<'done'> {
  const { id, categoryid: categoryId, priority, text } = input;
  const ticket = await lockOwnTicket(tx, scope, id);
  refuseEnded(ticket);
  if (text !== undefined && ticket.source === 'Portal')
    throw parameterFault('conflict', 'text', 'is what the subscriber wrote; write a note or a reply instead');
  const subject = await subjectAfter(tx, scope, ticket, input);
  const changes = { ...definedFields({ categoryId, priority, text }), ...subject };
  update(tx, 'crm.ticket', [{ id, ...changes, ...(await deadlinesAfter(tx, ticket, input)), ...updated(scope) }]);
  return 'done';
}

/** A stranger may turn out to be a customer. The ticket of a customer stays theirs: what it says is not for another. */
async function subjectAfter(
  tx: Tx,
  scope: Scope,
  ticket: Ticket,
  { customerid, serviceid }: z.output<typeof ticketEdit>,
): Promise<Changes<'crm.ticket'>> {
  const subject = await subjectOf(tx, scope, { customerid, serviceid });
  if (subject === null) return {};
  if (subject.ispId !== ticket.ispId) throw notFound('customer', subject.customerId);
  const parameter = serviceid === undefined ? 'customerid' : 'serviceid';
  if (ticket.customerId !== null && ticket.customerId !== subject.customerId)
    throw parameterFault('conflict', parameter, `ticket ${ticket.id} stays with customer ${ticket.customerId}`);
  refuseOthersCustomer(ticket.keeperId, subject, parameter);
  return { customerId: subject.customerId, serviceId: subject.serviceId ?? ticket.serviceId };
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

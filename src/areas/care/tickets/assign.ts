import { z } from 'zod';
import { badParameter, Fault } from '../../../core/fault.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { update } from '../../../db/write.ts';
import type { CareCall } from '../author.ts';
import { giveOut, lockTurns } from '../queues/give-out.ts';
import { refuseUnseen } from '../sight.ts';
import { findHandlers, type Handlers } from '../staff.ts';
import { addEntry } from './entries.ts';
import { lockOwnTicket, refuseEnded, type Ticket } from './find.ts';
import { keeperWith } from './handlers.ts';

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
  const named = { assignedTo: assignedTo ?? null, queueId: queueId ?? null };
  // A caller who says that nobody works on it means that.
  const isGivenOut = assignedTo === undefined && (await lockTurns(tx, { ispId: ticket.ispId, ...named }));
  const [first, ...others] = await findHandlers(tx, scope, named);
  const keeperId = first ? keeperWith(ticket, [first, ...others]).keeperId : ticket.keeperId;
  const handlers = left(ticket, keeperId, { assignedTo, queueId });
  update(tx, 'crm.ticket', [{ id, keeperId, ...handlers, ...updated(scope) }]);
  await refuseUnseen(tx, { what: 'ticket', id }, 'assigned_to', named.assignedTo);
  if (isGivenOut && handlers.assignedTo === null && queueId) await giveOut(tx, id, queueId);
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

export const ticketEscalation = z.strictObject({ id: wire.id(), reason: wire.text(1000).optional() });

/** Hands a ticket of a reseller over to its ISP. The reseller still sees it, and why. */
export async function escalateTicket(
  tx: Tx,
  call: CareCall,
  { id, reason }: z.output<typeof ticketEscalation>,
): Promise<'done'> {
  const ticket = await lockOwnTicket(tx, call.scope, id);
  refuseEnded(ticket);
  if (ticket.keeperId === null) throw new Fault('conflict', `the ISP works on ticket ${id} already`);
  const category = { where: { id: ticket.categoryId }, select: { queueId: true } };
  const { queueId } = await tx.ticketCategory.findUniqueOrThrow(category);
  const isGivenOut = await lockTurns(tx, { ispId: ticket.ispId, queueId, assignedTo: null });
  update(tx, 'crm.ticket', [{ id, keeperId: null, assignedTo: null, queueId, ...updated(call.scope) }]);
  if (isGivenOut && queueId !== null) await giveOut(tx, id, queueId);
  if (reason !== undefined) await addEntry(tx, call, { ticket, kind: 'Shared', text: reason });
  return 'done';
}

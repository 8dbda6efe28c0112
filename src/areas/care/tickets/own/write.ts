import { z } from 'zod';
import { parameterFault } from '../../../../core/fault.ts';
import { updated } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { update } from '../../../../db/write.ts';
import { addEntry } from '../entries.ts';
import { lockOwnTicket, lockParent } from '../find.ts';
import { PENDING, type TicketStatus } from '../life-cycle.ts';
import { moveTicket } from '../move.ts';
import { rateTicket } from '../rate.ts';
import { lockCustomer, type OwnCall, ownText, readingOf } from './call.ts';
import { refuseMuchWritten } from './limits.ts';

export const ownAnswer = z.strictObject({ id: wire.id(), text: ownText() });
export const ownRating = z.strictObject({ id: wire.id(), rating: wire.wholeNumber(1, 5) });

type Answer = z.output<typeof ownAnswer>;

/** Writes to the staff. The answer that a ticket has waited for takes it back to them. */
export async function replyAsSubscriber(tx: Tx, call: OwnCall, { id, text }: Answer): Promise<'done'> {
  await beginWriting(tx, call);
  const ticket = await lockParent(tx, call.scope, id);
  refuseUnless(PENDING, ticket.status);
  if (ticket.status === 'Waiting') await moveTicket(tx, call, { id: ticket.id, report: 'back' });
  else update(tx, 'crm.ticket', [{ id: ticket.id, ...updated(call.scope) }]);
  await addEntry(tx, call, { ticket, kind: 'Public', text });
  return 'done';
}

/** Says that a resolved ticket is not, and why. */
export async function reopenAsSubscriber(tx: Tx, call: OwnCall, { id, text }: Answer): Promise<'done'> {
  await beginWriting(tx, call);
  const ticket = await lockOwnTicket(tx, call.scope, id);
  refuseUnless(['Resolved'], ticket.status);
  await moveTicket(tx, call, { id, report: 'reopen' });
  await addEntry(tx, call, { ticket, kind: 'Public', text });
  return 'done';
}

/** Confirms that a ticket is resolved, before it is closed by itself. */
export async function closeAsSubscriber(tx: Tx, call: OwnCall, id: number): Promise<'done'> {
  const { status } = await lockOwnTicket(tx, call.scope, id);
  refuseUnless(['Resolved'], status);
  return moveTicket(tx, call, { id, report: 'close' });
}

export async function rateAsSubscriber(tx: Tx, call: OwnCall, input: z.output<typeof ownRating>): Promise<'done'> {
  const { status } = await lockOwnTicket(tx, call.scope, input.id);
  refuseUnless(['Resolved', 'Closed'], status);
  return rateTicket(tx, call, input);
}

async function beginWriting(tx: Tx, call: OwnCall): Promise<void> {
  await lockCustomer(tx, call);
  await refuseMuchWritten(tx, readingOf(call));
}

/** @throws Fault of kind `conflict` */
function refuseUnless(statuses: readonly TicketStatus[], status: TicketStatus): void {
  if (statuses.includes(status)) return;
  throw parameterFault('conflict', 'ticket', `is ${status} in the meantime; look at it again`);
}

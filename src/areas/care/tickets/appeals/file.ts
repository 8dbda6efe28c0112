import { z } from 'zod';
import { parameterFault } from '../../../../core/fault.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { nextId, query, sql } from '../../../../db/sql.ts';
import { insert } from '../../../../db/write.ts';
import { type AuthorCall, authored } from '../../author.ts';
import { lockTicket, type Ticket } from '../find.ts';
import { tellOfAppeal } from '../notices.ts';
import { decisionLimit, refuseUntimely } from './limits.ts';

export const newAppeal = z.strictObject({ id: wire.id(), text: wire.text(4000) });

/**
 * Files an appeal of the subscriber: against how a ticket was resolved, or that it was not in the time that the law sets. Also to a
 * ticket that another staff works on, since the appeal is the ISP's to decide. Returns the id of the appeal.
 */
export async function fileAppeal(
  tx: Tx,
  call: AuthorCall,
  { id: ticketId, text }: z.output<typeof newAppeal>,
): Promise<number> {
  const ticket = await lockTicket(tx, call.scope, ticketId);
  const now = call.kernel.clock.now();
  // An appeal that is filed already matters more to the caller than the days that have passed since.
  await refuseSecond(tx, ticket);
  await refuseUntimely(tx, ticket, now);
  const id = await nextId(tx, 'crm.ticket_appeal');
  const { createdById, createdBy, updatedBy } = authored(call, undefined);
  const author = { createdById, createdAt: now, createdBy, updatedBy };
  const decideBy = await decisionLimit(tx, ticket, now);
  insert(tx, 'crm.ticket_appeal', [{ id, ispId: ticket.ispId, ticketId, text, decideBy, ...author }]);
  tellOfAppeal(tx, ticket, { id, isDecided: false }, now);
  return id;
}

/** Certain under the lock of the ticket. */
async function refuseSecond(tx: Tx, ticket: Ticket): Promise<void> {
  const [row] = await query<{ id: number; status: string }>(
    tx,
    sql`SELECT a.id, a.status FROM crm.ticket_appeal a WHERE a.ticket_id = ${ticket.id} AND a.status <> 'Withdrawn'`,
  );
  if (!row) return;
  throw parameterFault('conflict', 'id', `ticket ${ticket.id} has appeal ${row.id} already, which is ${row.status}`);
}

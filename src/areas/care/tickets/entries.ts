import { z } from 'zod';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { nextId } from '../../../db/sql.ts';
import { insert, update } from '../../../db/write.ts';
import { type AuthorCall, authored, type CareCall } from '../author.ts';
import { clientRef, madeBefore } from '../client-ref.ts';
import { lockParent, refuseEnded, type Ticket } from './find.ts';
import type { ENTRY_KINDS } from './vocabulary.ts';

const entryShape = { id: wire.id(), text: wire.text(4000), client_ref: clientRef().optional() };

/** A note is never shown to the subscriber: a reply is a call of its own, so that no note leaves by mistake. */
export const ticketNote = z.strictObject({
  ...entryShape,
  visibility: wire.oneOf(['Internal', 'Shared']).default('Internal'),
});
export const ticketReply = z.strictObject(entryShape);

interface Entry {
  readonly ticket: Pick<Ticket, 'id' | 'ispId'>;
  readonly kind: (typeof ENTRY_KINDS)[number];
  readonly text: string;
  readonly clientRef?: string | undefined;
}

/** Returns the id of the entry. */
export async function addEntry(
  tx: Tx,
  call: AuthorCall,
  { ticket, kind, text, clientRef: ref }: Entry,
): Promise<number> {
  const id = await nextId(tx, 'crm.ticket_entry');
  const row = { id, ispId: ticket.ispId, ticketId: ticket.id, keeperId: call.scope.resellerId, kind, text };
  insert(tx, 'crm.ticket_entry', [{ ...row, ...authored(call, ref) }]);
  return id;
}

/** Writes something down for the staff. Returns the id of the entry. */
export async function noteTicket(tx: Tx, call: CareCall, input: z.output<typeof ticketNote>): Promise<number> {
  const { text, visibility: kind, client_ref: ref } = input;
  const made = await madeBefore(tx, call, 'crm.ticket_entry', ref);
  if (made !== undefined) return made;
  const ticket = await lockParent(tx, call.scope, input.id);
  return addEntry(tx, call, { ticket, kind, text, clientRef: ref });
}

/** Answers the subscriber. Returns the id of the entry. */
export async function replyToTicket(tx: Tx, call: CareCall, input: z.output<typeof ticketReply>): Promise<number> {
  const { text, client_ref: ref } = input;
  const made = await madeBefore(tx, call, 'crm.ticket_entry', ref);
  if (made !== undefined) return made;
  const ticket = await lockParent(tx, call.scope, input.id);
  refuseEnded(ticket);
  const first = ticket.firstReplyAt === null ? { firstReplyAt: call.kernel.clock.now() } : {};
  update(tx, 'crm.ticket', [{ id: ticket.id, ...first, ...updated(call.scope) }]);
  return addEntry(tx, call, { ticket, kind: 'Public', text, clientRef: ref });
}

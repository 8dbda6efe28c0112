import { z } from 'zod';
import { badParameter, parameterFault } from '../../../core/fault.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { send, sql } from '../../../db/sql.ts';
import { update } from '../../../db/write.ts';
import type { CareCall } from '../author.ts';
import { lockOwnTicket, refuseEnded, type Ticket } from './find.ts';
import { statusAfter } from './life-cycle.ts';

export const ticketMerge = z.strictObject({ id: wire.id(), into: wire.id() });

/**
 * Merges a ticket into another of the same customer. Both dockets answer from then on, and what is written to the first goes to the
 * second, so that no answer is given twice.
 */
export async function mergeTicket(tx: Tx, call: CareCall, { id, into }: z.output<typeof ticketMerge>): Promise<'done'> {
  if (id === into) throw badParameter('into', 'must be another ticket');
  const [merged, parent] = await lockBoth(tx, call, { id, into });
  const status = statusAfter(merged, 'merge');
  refuseEnded(parent);
  refuseStrangers(merged, parent);
  const closed = { closedAt: call.kernel.clock.now(), closedBy: call.scope.by };
  const { scope } = call;
  update(tx, 'crm.ticket', [{ id, status, mergedInto: into, ...closed, ...updated(scope) }]);
  // Those that were merged into it before follow, so that one look finds the ticket that goes on.
  send(tx, sql`UPDATE crm.ticket SET merged_into = ${into} WHERE merged_into = ${id}`);
  return 'done';
}

/** In the order of their ids, so that two merges at once do not wait for each other. */
async function lockBoth(
  tx: Tx,
  { scope }: CareCall,
  { id, into }: z.output<typeof ticketMerge>,
): Promise<readonly [Ticket, Ticket]> {
  const first = await lockOwnTicket(tx, scope, Math.min(id, into));
  const second = await lockOwnTicket(tx, scope, Math.max(id, into));
  return id < into ? [first, second] : [second, first];
}

/** An answer to one customer must not reach another. Strangers are nobody in particular. @throws Fault of kind `conflict` */
function refuseStrangers(merged: Ticket, parent: Ticket): void {
  if (merged.customerId !== null && merged.customerId === parent.customerId) return;
  throw parameterFault('conflict', 'into', `ticket ${parent.id} is not of the customer of ticket ${merged.id}`);
}

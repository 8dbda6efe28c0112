import { z } from 'zod';
import { Fault } from '../../../core/fault.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { update } from '../../../db/write.ts';
import type { AuthorCall } from '../author.ts';
import { lockOwnTicket } from './find.ts';

export const ticketRating = z.strictObject({ id: wire.id(), rating: wire.wholeNumber(1, 5) });

/** Notes how content the subscriber is with a ticket that was resolved. */
export async function rateTicket(
  tx: Tx,
  { scope }: AuthorCall,
  { id, rating }: z.output<typeof ticketRating>,
): Promise<'done'> {
  const { status } = await lockOwnTicket(tx, scope, id);
  if (status !== 'Resolved' && status !== 'Closed')
    throw new Fault('conflict', `ticket ${id} is ${status}; only one that was resolved is rated`);
  update(tx, 'crm.ticket', [{ id, rating, ...updated(scope) }]);
  return 'done';
}

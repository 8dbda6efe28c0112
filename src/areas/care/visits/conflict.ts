import { z } from 'zod';
import { Fault } from '../../../core/fault.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { update } from '../../../db/write.ts';
import type { CareCall } from '../author.ts';
import { clientRef, madeBefore } from '../client-ref.ts';
import { lockVisit, lockVisitOnceHad, refuseTechnician } from './find.ts';
import { note } from './history.ts';

export const visitConflict = z.strictObject({
  id: wire.id(),
  text: wire.text(1000),
  client_ref: clientRef().optional(),
});

/**
 * Tells the dispatcher what a technician did without a connection and the visit no longer allows: it was cancelled, or went to
 * another, in the meantime. Returns the id of the entry in its history.
 */
export async function reportConflict(
  tx: Tx,
  call: CareCall,
  { id, text, client_ref: ref }: z.output<typeof visitConflict>,
): Promise<number> {
  const made = await madeBefore(tx, call, 'crm.visit_event', ref);
  if (made !== undefined) return made;
  const visit = await lockVisitOnceHad(tx, call.scope, id);
  const at = call.kernel.clock.now();
  update(tx, 'crm.visit', [{ id, conflict: text, ...updated(call.scope) }]);
  const { state, technicianId } = visit;
  return note(tx, call, { visit, action: 'conflict', state, technicianId, at, text, clientRef: ref });
}

/** The dispatcher has seen to it. */
export async function settleConflict(tx: Tx, call: CareCall, id: number): Promise<'done'> {
  refuseTechnician(call.scope, 'only dispatchers settle conflicts');
  const visit = await lockVisit(tx, call.scope, id);
  const record = { what: 'visit', id } as const;
  const { conflict } = await readForUpdate<{ conflict: string | null }>(tx, call.scope, record, sql`x.conflict`);
  if (conflict === null) throw new Fault('conflict', `visit ${id} has nothing to settle`);
  const at = call.kernel.clock.now();
  update(tx, 'crm.visit', [{ id, conflict: null, ...updated(call.scope) }]);
  await note(tx, call, { visit, action: 'settle', state: visit.state, technicianId: visit.technicianId, at });
  return 'done';
}

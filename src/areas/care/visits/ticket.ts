import { parameterFault } from '../../../core/fault.ts';
import { readRecord } from '../../../core/records/row-locks.ts';
import { partOf } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import type { CareCall } from '../author.ts';
import { lockOwnTicket } from '../tickets/find.ts';
import { moveTicket } from '../tickets/move.ts';
import type { Visit } from './find.ts';
import { PENDING } from './life-cycle.ts';

/** A ticket with a booked visit is in the status Visit. @throws Fault of kind `conflict` for one in a status that allows none */
export async function sendTicketOnVisit(tx: Tx, call: CareCall, ticketId: number): Promise<void> {
  const { status } = await lockOwnTicket(tx, call.scope, ticketId);
  const pending = { ticketId, state: { in: [...PENDING] } };
  const other = await tx.visit.findFirst({ where: pending, select: { id: true } });
  if (other) throw parameterFault('conflict', 'ticketid', `ticket ${ticketId} already waits for visit ${other.id}`);
  if (status !== 'Visit') await moveTicket(tx, call, { id: ticketId, report: 'book' });
}

/**
 * The ticket of a visit that has ended is open again, with a note of what came of it. It was resolved, or handed to another staff,
 * in the meantime? Then it stays. The technician need not be one who may work on tickets.
 */
export async function takeTicketBack(tx: Tx, call: CareCall, visit: Visit, came: string): Promise<void> {
  if (visit.ticketId === null) return;
  const ofIsp = partOf(call.scope, { ispId: visit.ispId, resellerId: null });
  const columns = sql`x.status, x.keeper_id AS "keeperId"`;
  const ticket = { what: 'ticket', id: visit.ticketId } as const;
  const { status, keeperId } = await readRecord<{ status: string; keeperId: number | null }>(
    tx,
    ofIsp,
    ticket,
    columns,
  );
  if (status !== 'Visit') return;
  const scope = partOf(call.scope, { ispId: visit.ispId, resellerId: keeperId });
  await moveTicket(tx, { ...call, scope }, { id: visit.ticketId, report: 'back', reason: came });
}

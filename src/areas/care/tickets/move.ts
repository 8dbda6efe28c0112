import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { type Changes, update } from '../../../db/write.ts';
import type { AuthorCall } from '../author.ts';
import { clocksAfter } from './clocks/deadlines.ts';
import { addEntry } from './entries.ts';
import { lockOwnTicket, type Ticket } from './find.ts';
import { REPORTS, refuseOtherStatus, STATUSES, statusAfter, type TicketStatus } from './life-cycle.ts';
import { tellOfMove } from './notices.ts';
import { RESOLUTIONS } from './vocabulary.ts';

export const ticketMove = z.strictObject({
  id: wire.id(),
  status: wire.described('when absent, any that allows the move', wire.oneOf(STATUSES)).optional(),
  report: wire.oneOf(REPORTS),
  resolution: wire.oneOf(RESOLUTIONS).optional(),
  reason: wire.text(1000).optional(),
});

type TicketMove = z.output<typeof ticketMove>;

/** Reports what was done about a ticket, which moves it to its next status. */
export async function moveTicket(tx: Tx, call: AuthorCall, input: TicketMove): Promise<'done'> {
  refuseUnfit(input);
  const ticket = await lockOwnTicket(tx, call.scope, input.id);
  refuseOtherStatus(ticket, input.status);
  const status = statusAfter(ticket, input.report);
  const now = call.kernel.clock.now();
  const clocks = await clocksAfter(tx, ticket, status, now);
  const changes = { ...clocks, ...changesOf(ticket, status, { call, input }) };
  update(tx, 'crm.ticket', [{ id: ticket.id, status, ...changes, ...updated(call.scope) }]);
  tellOfMove(tx, ticket, status, now);
  // What becomes of the ticket is said by `resolution` and `reason`; on the way, it is for the staff.
  const { reason } = input;
  if (reason !== undefined && !isFinding(input.report))
    await addEntry(tx, call, { ticket, kind: 'Internal', text: reason });
  return 'done';
}

const isFinding = (report: TicketMove['report']) => report === 'resolve' || report === 'cancel';

function refuseUnfit({ report, resolution, reason }: TicketMove): void {
  if (report === 'resolve' && resolution === undefined)
    throw badParameter('resolution', 'is required when report is resolve');
  if (report !== 'resolve' && resolution !== undefined)
    throw badParameter('resolution', 'applies only when report is resolve');
  if (report === 'cancel' && reason === undefined) throw badParameter('reason', 'is required when report is cancel');
}

interface Moving {
  readonly call: AuthorCall;
  readonly input: TicketMove;
}

/** What a ticket notes about its move. */
function changesOf(ticket: Ticket, to: TicketStatus, { call, input }: Moving): Changes<'crm.ticket'> {
  const [at, by] = [call.kernel.clock.now(), call.scope.by];
  switch (to) {
    case 'Resolved':
      return { resolvedAt: at, resolvedBy: by, resolution: input.resolution ?? null, reason: input.reason ?? null };
    case 'Cancelled':
      return { closedAt: at, closedBy: by, reason: input.reason ?? null };
    case 'Closed':
      return { closedAt: at, closedBy: by };
    case 'Open':
      return { ...reopening(ticket), ...taking(ticket, call, input) };
    default:
      return {};
  }
}

function reopening({ status, reopened }: Ticket): Changes<'crm.ticket'> {
  if (status !== 'Resolved') return {};
  return { reopened: reopened + 1, resolvedAt: null, resolvedBy: null, resolution: null, reason: null };
}

/** Who takes a ticket that nobody has works on it, unless they are of another staff. */
function taking({ assignedTo, keeperId }: Ticket, { actor, scope }: AuthorCall, { report }: TicketMove) {
  const isFree = report === 'take' && assignedTo === null;
  return isFree && actor.ispId !== null && keeperId === scope.resellerId ? { assignedTo: actor.userId } : {};
}

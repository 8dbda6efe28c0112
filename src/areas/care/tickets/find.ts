import { Fault } from '../../../core/fault.ts';
import { readForUpdate, readRecord } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import type { Side } from '../staff.ts';
import { ENDED, type TicketStatus } from './life-cycle.ts';
import type { Priority, Source } from './vocabulary.ts';

export interface Ticket extends Side {
  readonly id: number;
  /** Of the customer. */
  readonly resellerId: number | null;
  readonly customerId: number | null;
  readonly serviceId: number | null;
  readonly categoryId: number;
  readonly priority: Priority;
  readonly status: TicketStatus;
  readonly source: Source;
  readonly assignedTo: number | null;
  readonly queueId: number | null;
  readonly mergedInto: number | null;
  readonly reopened: number;
  readonly createdAt: Date;
  readonly respondBy: Date | null;
  readonly resolveBy: Date | null;
  readonly legalBy: Date | null;
  readonly pausedAt: Date | null;
  /** Working time in earlier pauses. */
  readonly pausedSeconds: number;
  readonly firstReplyAt: Date | null;
  readonly resolvedAt: Date | null;
}

const COLUMNS = sql`x.id, x.isp_id AS "ispId", x.keeper_id AS "keeperId", x.reseller_id AS "resellerId",
  x.customer_id AS "customerId", x.service_id AS "serviceId", x.category_id AS "categoryId", x.priority, x.status,
  x.source, x.assigned_to AS "assignedTo", x.queue_id AS "queueId", x.merged_into AS "mergedInto", x.reopened,
  x.created_at AS "createdAt", x.respond_by AS "respondBy", x.resolve_by AS "resolveBy", x.legal_by AS "legalBy",
  x.paused_at AS "pausedAt",
  x.paused_seconds AS "pausedSeconds", x.first_reply_at AS "firstReplyAt", x.resolved_at AS "resolvedAt"`;

/** The ticket as it is under the lock. */
export const lockTicket = (tx: Tx, scope: Scope, id: number): Promise<Ticket> =>
  readForUpdate<Ticket>(tx, scope, { what: 'ticket', id }, COLUMNS);

/** The same of one that the staff of the caller works on. @throws Fault of kind `forbidden` */
export async function lockOwnTicket(tx: Tx, scope: Scope, id: number): Promise<Ticket> {
  const ticket = await lockTicket(tx, scope, id);
  if (scope.resellerId !== null && ticket.keeperId !== scope.resellerId)
    throw new Fault('forbidden', `another staff works on ticket ${id}; write a note or a reply instead`);
  return ticket;
}

/** What is written to a merged ticket goes to the one that it was merged into. */
export async function lockParent(tx: Tx, scope: Scope, id: number): Promise<Ticket> {
  const column = sql`x.merged_into AS "mergedInto"`;
  const { mergedInto } = await readRecord<Pick<Ticket, 'mergedInto'>>(tx, scope, { what: 'ticket', id }, column);
  const ticket = await lockTicket(tx, scope, mergedInto ?? id);
  // Merged in the meantime.
  return ticket.mergedInto === null ? ticket : lockTicket(tx, scope, ticket.mergedInto);
}

/** @throws Fault of kind `conflict` for a ticket that is closed, cancelled or merged */
export function refuseEnded({ id, status }: Ticket): void {
  if (ENDED.includes(status)) throw new Fault('conflict', `ticket ${id} is ${status} and does not change any more`);
}

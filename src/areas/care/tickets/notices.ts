import type { TicketTrigger } from '../../../core/vocabulary/notice.ts';
import type { Tx } from '../../../db/database.ts';
import { queueMessages } from '../../subscribers/notices/queue-messages.ts';
import type { Ticket } from './find.ts';
import type { TicketStatus } from './life-cycle.ts';

type About = Pick<Ticket, 'id' | 'ispId' | 'resellerId' | 'customerId' | 'serviceId'>;

/** Tells the subscriber the docket. By TRAI's rules at once: it passes other messages, and quiet hours. */
export const tellOfFiling = (tx: Tx, ticket: About, at: Date): void =>
  tell(tx, ticket, { trigger: 'ticket_created', at, urgent: true });

/** Tells the subscriber of a move from the status of the ticket to the next, if it concerns them. */
export function tellOfMove(tx: Tx, ticket: About & Pick<Ticket, 'status'>, to: TicketStatus, at: Date): void {
  const trigger = triggerOf(ticket.status, to);
  if (trigger) tell(tx, ticket, { trigger, at, urgent: false });
}

function triggerOf(from: TicketStatus, to: TicketStatus): TicketTrigger | null {
  if (to === 'Waiting') return 'ticket_waiting';
  if (to === 'Resolved') return 'ticket_resolved';
  return from === 'Resolved' && to === 'Open' ? 'ticket_reopened' : null;
}

interface Appealing {
  readonly id: number;
  readonly isDecided: boolean;
}

/** Tells the subscriber that an appeal was filed, or how it was decided. */
export function tellOfAppeal(tx: Tx, ticket: About, { id, isDecided }: Appealing, at: Date): void {
  const trigger = isDecided ? 'appeal_decided' : 'appeal_filed';
  queueMessages(tx, { ...whom(ticket), trigger, key: `appeal:${id}`, at, urgent: false });
}

interface Telling {
  readonly trigger: TicketTrigger;
  readonly at: Date;
  readonly urgent: boolean;
}

function tell(tx: Tx, ticket: About, { trigger, at, urgent }: Telling): void {
  // The same may happen to a ticket again later.
  queueMessages(tx, { ...whom(ticket), trigger, key: `ticket:${ticket.id}:${at.getTime()}`, at, urgent });
}

const whom = ({ id: subjectId, ispId, resellerId, customerId, serviceId }: About) => ({
  ...{ subjectId, ispId, resellerId, customerId, serviceId },
});

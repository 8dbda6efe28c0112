import type { Input, Output, Row } from '../../api/client.ts';
import * as workflow from './workflow.ts';

export type Ticket = Row<'ticket.list'>;
/** With what was written to it. */
export type TicketRecord = Output<'ticket.get'>;
export type Status = Ticket['status'];
export type Appeal = Row<'ticket.appeal_list'>;
export type AppealReport = Input<'ticket.appeal_move'>['report'];
export type Report = Input<'ticket.move'>['report'];

export const MOVES: Readonly<Record<Status, readonly Report[]>> = workflow.MOVES;

export const APPEAL_MOVES: Readonly<Record<Appeal['status'], readonly AppealReport[]>> = workflow.APPEAL_MOVES;

/** Nothing leads out of them. */
export const isEnded = (status: Status): boolean => MOVES[status].length === 0;

/** How they look, by the statuses of the console. */
export const LOOKS: Readonly<Record<Status, string>> = {
  New: 'NewRequest',
  Open: 'Open',
  Waiting: 'Suspend',
  Referred: 'Suspend',
  Visit: 'Suspend',
  Resolved: 'Paid',
  Closed: 'offline',
  Cancelled: 'Cancelled',
  Merged: 'offline',
};

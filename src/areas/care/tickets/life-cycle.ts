import { parameterFault } from '../../../core/fault.ts';
import { inWords } from '../../../core/wire/index.ts';

/** The life cycle of a ticket as a table: in each status, a report leads to the next status. */
export const STATUSES = [
  ...(['New', 'Open', 'Waiting', 'Referred', 'Visit', 'Resolved', 'Closed', 'Cancelled', 'Merged'] as const),
] as const;
export const REPORTS = ['take', 'ask', 'refer', 'book', 'resolve', 'cancel', 'back', 'reopen', 'close'] as const;

export type TicketStatus = (typeof STATUSES)[number];
export type Report = (typeof REPORTS)[number];

/** `merge` is a call of its own, since it names another ticket. */
type Step = Report | 'merge';

interface Move {
  readonly from: TicketStatus;
  readonly report: Step;
  readonly to: TicketStatus;
}

export const MOVES: readonly Move[] = [
  { from: 'New', report: 'take', to: 'Open' },
  { from: 'New', report: 'cancel', to: 'Cancelled' },
  { from: 'New', report: 'merge', to: 'Merged' },
  { from: 'Open', report: 'ask', to: 'Waiting' },
  { from: 'Open', report: 'refer', to: 'Referred' },
  { from: 'Open', report: 'book', to: 'Visit' },
  { from: 'Open', report: 'resolve', to: 'Resolved' },
  { from: 'Open', report: 'cancel', to: 'Cancelled' },
  { from: 'Open', report: 'merge', to: 'Merged' },
  { from: 'Waiting', report: 'back', to: 'Open' },
  { from: 'Waiting', report: 'resolve', to: 'Resolved' },
  { from: 'Waiting', report: 'merge', to: 'Merged' },
  { from: 'Referred', report: 'back', to: 'Open' },
  { from: 'Referred', report: 'resolve', to: 'Resolved' },
  { from: 'Visit', report: 'back', to: 'Open' },
  { from: 'Visit', report: 'resolve', to: 'Resolved' },
  { from: 'Resolved', report: 'reopen', to: 'Open' },
  { from: 'Resolved', report: 'close', to: 'Closed' },
];

/** Nothing leads out of them. */
export const ENDED: readonly TicketStatus[] = STATUSES.filter((status) => !MOVES.some(({ from }) => from === status));

/** Statuses in which somebody is still to do something. */
export const PENDING = ['New', 'Open', 'Waiting', 'Referred', 'Visit'] as const satisfies readonly TicketStatus[];

interface Named {
  readonly id: number;
  readonly status: TicketStatus;
}

/** The status that the report leads to. @throws Fault of kind `conflict` that names the moves which the status allows */
export function statusAfter({ id, status }: Named, report: Step): TicketStatus {
  const move = MOVES.find((each) => each.from === status && each.report === report);
  if (move) return move.to;
  throw parameterFault(
    'conflict',
    report === 'merge' ? 'id' : 'report',
    `ticket ${id} is ${status}; ${allowed(status)}`,
  );
}

/** @throws Fault of kind `conflict` if the ticket has left the status that the caller saw */
export function refuseOtherStatus(ticket: Named, seen: TicketStatus | undefined): void {
  if (seen === undefined || seen === ticket.status) return;
  const problem = `ticket ${ticket.id} is ${ticket.status}, not ${seen}; ${allowed(ticket.status)}`;
  throw parameterFault('conflict', 'status', problem);
}

function allowed(status: TicketStatus): string {
  const reports = MOVES.filter(({ from }) => from === status).map(({ report }) => report);
  return reports.length === 0 ? 'it cannot move any more' : `its next move can be ${inWords(reports)}`;
}

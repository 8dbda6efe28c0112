import { parameterFault } from '../../../core/fault.ts';
import { inWords } from '../../../core/wire/index.ts';

/** The life cycle of a mass message as a table: in each status, a report leads to the next status. */
export const BROADCAST_STATUSES = ['Sending', 'Paused', 'Done', 'Cancelled'] as const;
const REPORTS = ['pause', 'resume', 'cancel', 'finish'] as const;

export type BroadcastStatus = (typeof BROADCAST_STATUSES)[number];
/** `finish` is the node's own: nothing waits any more. */
export type Report = (typeof REPORTS)[number];

interface Move {
  readonly from: BroadcastStatus;
  readonly report: Report;
  readonly to: BroadcastStatus;
}

export const MOVES: readonly Move[] = [
  { from: 'Sending', report: 'pause', to: 'Paused' },
  { from: 'Sending', report: 'cancel', to: 'Cancelled' },
  { from: 'Sending', report: 'finish', to: 'Done' },
  { from: 'Paused', report: 'resume', to: 'Sending' },
  { from: 'Paused', report: 'cancel', to: 'Cancelled' },
];

/** The status that the report leads to. @throws Fault of kind `conflict` that names the moves which the status allows */
export function statusAfter(id: number, status: BroadcastStatus, report: Report): BroadcastStatus {
  const moves = MOVES.filter(({ from }) => from === status);
  const move = moves.find((each) => each.report === report);
  if (move) return move.to;
  const reports = moves.map((each) => each.report).filter((each) => each !== 'finish');
  const allowed = reports.length === 0 ? 'nothing changes it any more' : `it allows ${inWords(reports)}`;
  throw parameterFault('conflict', 'id', `mass message ${id} is ${status}; ${allowed}`);
}

import { parameterFault } from '../../../../core/fault.ts';
import { inWords } from '../../../../core/wire/index.ts';

/** The life cycle of an appeal as a table: in each status, a report leads to the next status. */
export const APPEAL_STATUSES = ['Filed', 'Acknowledged', 'Upheld', 'Rejected', 'Withdrawn'] as const;
export const APPEAL_REPORTS = ['acknowledge', 'uphold', 'reject', 'withdraw'] as const;

export type AppealStatus = (typeof APPEAL_STATUSES)[number];
type AppealReport = (typeof APPEAL_REPORTS)[number];

interface Move {
  readonly from: AppealStatus;
  readonly report: AppealReport;
  readonly to: AppealStatus;
}

export const APPEAL_MOVES: readonly Move[] = [
  { from: 'Filed', report: 'acknowledge', to: 'Acknowledged' },
  { from: 'Filed', report: 'withdraw', to: 'Withdrawn' },
  { from: 'Acknowledged', report: 'uphold', to: 'Upheld' },
  { from: 'Acknowledged', report: 'reject', to: 'Rejected' },
  { from: 'Acknowledged', report: 'withdraw', to: 'Withdrawn' },
];

/** Moves that decide an appeal, and say how. */
export const isDecision = (report: AppealReport): boolean => report === 'uphold' || report === 'reject';

interface Named {
  readonly id: number;
  readonly status: AppealStatus;
}

/** The status that the report leads to. @throws Fault of kind `conflict` that names the moves which the status allows */
export function appealAfter({ id, status }: Named, report: AppealReport): AppealStatus {
  const moves = APPEAL_MOVES.filter(({ from }) => from === status);
  const move = moves.find((each) => each.report === report);
  if (move) return move.to;
  const allowed =
    moves.length === 0
      ? 'it cannot move any more'
      : `its next move can be ${inWords(moves.map((each) => each.report))}`;
  throw parameterFault('conflict', 'report', `appeal ${id} is ${status}; ${allowed}`);
}

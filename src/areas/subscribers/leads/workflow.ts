import { parameterFault } from '../../../core/fault.ts';
import { inWords } from '../../../core/wire/index.ts';

/** The life cycle of a lead (contract 3.2) as a table: in each status, a report leads to the next status. */
export const STAGES = ['Welcome-Call', 'Field-Verification', 'Installation', 'Final-Test'] as const;
export const PENDING = [...STAGES, 'Customer-Refused', 'Not-Feasible'] as const;
export const CLOSED = ['Completed', 'Cancelled'] as const;
export const REPORTS = [
  'Customer-Accepted',
  'Customer-Refused',
  'Feasible',
  'Not-Feasible',
  'Installation-Completed',
  'Completed',
  'Cancel',
] as const;

export type Stage = (typeof STAGES)[number];
export type PendingStatus = (typeof PENDING)[number];
export type LeadStatus = PendingStatus | (typeof CLOSED)[number];
export type Report = (typeof REPORTS)[number];

interface Move {
  readonly from: PendingStatus;
  readonly report: Report;
  /** `back`: to the stage in which the customer refused; a refused welcome call counts as done. */
  readonly to: LeadStatus | 'back';
}

export const MOVES: readonly Move[] = [
  { from: 'Welcome-Call', report: 'Customer-Accepted', to: 'Field-Verification' },
  { from: 'Welcome-Call', report: 'Customer-Refused', to: 'Customer-Refused' },
  { from: 'Field-Verification', report: 'Feasible', to: 'Installation' },
  { from: 'Field-Verification', report: 'Not-Feasible', to: 'Not-Feasible' },
  { from: 'Field-Verification', report: 'Customer-Refused', to: 'Customer-Refused' },
  { from: 'Installation', report: 'Installation-Completed', to: 'Final-Test' },
  { from: 'Installation', report: 'Not-Feasible', to: 'Not-Feasible' },
  { from: 'Installation', report: 'Customer-Refused', to: 'Customer-Refused' },
  { from: 'Final-Test', report: 'Completed', to: 'Completed' },
  { from: 'Final-Test', report: 'Cancel', to: 'Cancelled' },
  { from: 'Customer-Refused', report: 'Customer-Accepted', to: 'back' },
  { from: 'Customer-Refused', report: 'Cancel', to: 'Cancelled' },
  { from: 'Not-Feasible', report: 'Feasible', to: 'Installation' },
  { from: 'Not-Feasible', report: 'Cancel', to: 'Cancelled' },
];

/** `lead/return`: which earlier stages a status can go back to. */
export const RETURNS: Readonly<Record<PendingStatus, readonly Stage[]>> = {
  'Welcome-Call': [],
  'Field-Verification': ['Welcome-Call'],
  'Customer-Refused': ['Welcome-Call'],
  Installation: ['Welcome-Call', 'Field-Verification'],
  'Not-Feasible': ['Welcome-Call', 'Field-Verification'],
  'Final-Test': ['Welcome-Call', 'Field-Verification', 'Installation'],
};

/** Reports that require a `reason`. */
export const NEED_REASON: readonly Report[] = ['Customer-Refused', 'Not-Feasible', 'Cancel'];

/** The status a report leads to. @throws Fault that lists the reports the status allows */
export function statusAfter(from: PendingStatus, report: Report, refusedFrom: string | null = null): LeadStatus {
  const moves = MOVES.filter((move) => move.from === from);
  const move = moves.find((candidate) => candidate.report === report);
  if (!move)
    throw parameterFault(
      'badInput',
      'report',
      `must be ${inWords(moves.map((each) => each.report))} while the lead is in ${from}`,
    );
  if (move.to !== 'back') return move.to;
  return refusedFrom === null || refusedFrom === 'Welcome-Call' ? 'Field-Verification' : (refusedFrom as Stage);
}

/** Checks a return. @throws Fault that lists the stages the status can return to */
export function checkReturn(from: PendingStatus, to: Stage): void {
  const allowed = RETURNS[from];
  if (allowed.includes(to)) return;
  const problem =
    allowed.length === 0
      ? `a lead in ${from} cannot return`
      : `must be ${inWords(allowed)} while the lead is in ${from}`;
  throw parameterFault('badInput', 'status', `${problem}`);
}

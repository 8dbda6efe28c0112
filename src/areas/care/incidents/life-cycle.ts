import { parameterFault } from '../../../core/fault.ts';
import { inWords } from '../../../core/wire/index.ts';

/** The life cycle of an incident as a table: in each status, a report leads to the next status. */
export const INCIDENT_STATUSES = ['Suggested', 'Dismissed', 'Planned', 'Open', 'Monitoring', 'Resolved'] as const;
export const INCIDENT_REPORTS = ['open', 'dismiss', 'monitor', 'back', 'resolve'] as const;

export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];
export type IncidentReport = (typeof INCIDENT_REPORTS)[number];

interface Move {
  readonly from: IncidentStatus;
  readonly report: IncidentReport;
  readonly to: IncidentStatus;
}

export const INCIDENT_MOVES: readonly Move[] = [
  { from: 'Suggested', report: 'open', to: 'Open' },
  { from: 'Suggested', report: 'dismiss', to: 'Dismissed' },
  { from: 'Planned', report: 'open', to: 'Open' },
  { from: 'Planned', report: 'dismiss', to: 'Dismissed' },
  { from: 'Open', report: 'monitor', to: 'Monitoring' },
  { from: 'Open', report: 'resolve', to: 'Resolved' },
  { from: 'Monitoring', report: 'back', to: 'Open' },
  { from: 'Monitoring', report: 'resolve', to: 'Resolved' },
];

/** It concerns services now: they are told of it, and their dunning is held. */
export const RUNNING = ['Open', 'Monitoring'] as const satisfies readonly IncidentStatus[];

interface Named {
  readonly id: number;
  readonly status: IncidentStatus;
}

/** The status that the report leads to. @throws Fault of kind `conflict` that names the moves which the status allows */
export function statusAfter({ id, status }: Named, report: IncidentReport): IncidentStatus {
  const move = INCIDENT_MOVES.find((each) => each.from === status && each.report === report);
  if (move) return move.to;
  throw parameterFault('conflict', 'report', `incident ${id} is ${status}; ${allowed(status)}`);
}

/** @throws Fault of kind `conflict` if the incident has left the status that the caller saw */
export function refuseOtherStatus({ id, status }: Named, seen: IncidentStatus | undefined): void {
  if (seen === undefined || seen === status) return;
  throw parameterFault('conflict', 'status', `incident ${id} is ${status}, not ${seen}; ${allowed(status)}`);
}

function allowed(status: IncidentStatus): string {
  const reports = INCIDENT_MOVES.filter(({ from }) => from === status).map(({ report }) => report);
  return reports.length === 0 ? 'it cannot move any more' : `its next move can be ${inWords(reports)}`;
}

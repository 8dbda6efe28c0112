import type { Input, Output, Row } from '../../api/client.ts';
import * as workflow from './workflow.ts';

export type Incident = Row<'incident.list'>;
/** With what it has come to. */
export type IncidentRecord = Output<'incident.get'>;
export type Status = Incident['status'];
export type Report = Input<'incident.move'>['report'];

export const MOVES: Readonly<Record<Status, readonly Report[]>> = workflow.MOVES;

/** How they look, by the statuses of the console. */
export const LOOKS: Readonly<Record<Status, string>> = {
  Suggested: 'NewRequest',
  Dismissed: 'offline',
  Planned: 'Suspend',
  Open: 'Overdue',
  Monitoring: 'Open',
  Resolved: 'Paid',
};

import type { Input, Row } from '../../api/client.ts';
import * as workflow from './workflow.ts';

export type Lead = Row<'lead.list'>;
type Stage = Lead['status'];
export type Report = Input<'lead.update'>['report'];
type Earlier = Input<'lead.return'>['status'];

export const REPORTS: Readonly<Record<Stage, readonly Report[]>> = workflow.REPORTS;
export const RETURNS: Readonly<Record<Stage, readonly Earlier[]>> = workflow.RETURNS;
export const NEED_REASON: readonly Report[] = workflow.NEED_REASON;

/** Those that get a service: while it is installed, or when it was tested. */
export const mayFinish = ({ status, serviceid }: Lead): boolean =>
  serviceid === null && (status === 'Installation' || status === 'Final-Test');

import type { Input } from '../../api/client.ts';
import type { Lead } from '../../ui/visits.ts';
import * as workflow from './workflow.ts';

type Stage = Lead['status'];
export type Report = Input<'lead.update'>['report'];
type Earlier = Input<'lead.return'>['status'];

export const REPORTS: Readonly<Record<Stage, readonly Report[]>> = workflow.REPORTS;
export const RETURNS: Readonly<Record<Stage, readonly Earlier[]>> = workflow.RETURNS;
export const NEED_REASON: readonly Report[] = workflow.NEED_REASON;

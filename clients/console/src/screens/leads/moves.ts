import type { Input, Row } from '../../api/client.ts';

export type Lead = Row<'lead.list'>;
export type Stage = Lead['status'];
export type Report = Input<'lead.update'>['report'];

/** What may be reported in each stage. The node judges; here it decides what is offered. */
export const REPORTS: Readonly<Record<Stage, readonly Report[]>> = {
  'Welcome-Call': ['Customer-Accepted', 'Customer-Refused'],
  'Field-Verification': ['Feasible', 'Not-Feasible', 'Customer-Refused'],
  Installation: ['Installation-Completed', 'Not-Feasible', 'Customer-Refused'],
  'Final-Test': ['Completed', 'Cancel'],
  'Customer-Refused': ['Customer-Accepted', 'Cancel'],
  'Not-Feasible': ['Feasible', 'Cancel'],
};

/** These want a reason. */
export const NEED_REASON: readonly Report[] = ['Customer-Refused', 'Not-Feasible', 'Cancel'];

/**
 * What may be reported in each stage, as the node has it; a test compares. It judges; here is decided what is offered. The first leads
 * forward, and needs no reason.
 */
export const REPORTS = {
  'Welcome-Call': ['Customer-Accepted', 'Customer-Refused'],
  'Field-Verification': ['Feasible', 'Not-Feasible', 'Customer-Refused'],
  Installation: ['Installation-Completed', 'Not-Feasible', 'Customer-Refused'],
  'Final-Test': ['Completed', 'Cancel'],
  'Customer-Refused': ['Customer-Accepted', 'Cancel'],
  'Not-Feasible': ['Feasible', 'Cancel'],
} as const;

/** To which stages a lead can go back. */
export const RETURNS = {
  'Welcome-Call': [],
  'Field-Verification': ['Welcome-Call'],
  Installation: ['Welcome-Call', 'Field-Verification'],
  'Final-Test': ['Welcome-Call', 'Field-Verification', 'Installation'],
  'Customer-Refused': ['Welcome-Call'],
  'Not-Feasible': ['Welcome-Call', 'Field-Verification'],
} as const;

/** Reports that want a reason. */
export const NEED_REASON = ['Customer-Refused', 'Not-Feasible', 'Cancel'] as const;

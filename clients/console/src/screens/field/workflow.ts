/** What a visit can become in each state; the first is what is done most. */
export const NEXT_STATES = {
  Booked: ['OnWay', 'Cancelled'],
  OnWay: ['Started', 'Failed'],
  Started: ['Done', 'Failed'],
  Done: [],
  Failed: ['Booked'],
  Cancelled: [],
} as const;

/** What the technician reports; the others are a dispatcher's. */
export const TECHNICIANS: readonly string[] = ['OnWay', 'Started', 'Done', 'Failed'];

/** What a lead on site can become by the report of a visit, the usual one first; and which reports need a reason. */
export const LEAD_REPORTS: Readonly<Record<string, readonly string[]>> = {
  'Field-Verification': ['Feasible', 'Not-Feasible', 'Customer-Refused'],
  Installation: ['Installation-Completed', 'Not-Feasible', 'Customer-Refused'],
};
export const NEED_REASON: readonly string[] = ['Customer-Refused', 'Not-Feasible'];

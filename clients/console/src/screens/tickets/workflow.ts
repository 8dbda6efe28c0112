/** What can be reported of a ticket in each status; the first is what is done most. */
export const MOVES = {
  New: ['take', 'cancel'],
  Open: ['resolve', 'ask', 'refer', 'book', 'cancel'],
  Waiting: ['back', 'resolve'],
  Referred: ['back', 'resolve'],
  Visit: ['back', 'resolve'],
  Resolved: ['close', 'reopen'],
  Closed: [],
  Cancelled: [],
  Merged: [],
} as const;

/** What can be reported of an appeal in each status; the first is what is done most. */
export const APPEAL_MOVES = {
  Filed: ['acknowledge', 'withdraw'],
  Acknowledged: ['uphold', 'reject', 'withdraw'],
  Upheld: [],
  Rejected: [],
  Withdrawn: [],
} as const;

/** Statuses in which a ticket can be merged into another. */
export const MERGED_FROM: readonly string[] = ['New', 'Open', 'Waiting'];

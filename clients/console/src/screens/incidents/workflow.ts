/** What can be reported of an incident in each status; the first is what is done most. */
export const MOVES = {
  Suggested: ['open', 'dismiss'],
  Dismissed: [],
  Planned: ['open', 'dismiss'],
  Open: ['monitor', 'resolve'],
  Monitoring: ['resolve', 'back'],
  Resolved: [],
} as const;

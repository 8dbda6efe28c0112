/** The first line about a subscriber. `since` is a time of today or a day. */
export const verdict = {
  started: (since: string | null) => (since ? `Not started since ${since}` : 'Not started'),
  blocked: (since: string | null) => (since ? `Blocked since ${since}` : 'Blocked'),
  online: (since: string | null) => (since ? `Online since ${since}` : 'Online'),
  offline: (since: string | null) => (since ? `Offline since ${since}` : 'Offline'),
  refused: (count: number, since: string | null) =>
    `Refused ${count === 1 ? 'once' : `${count} times`}${since ? ` since ${since}` : ''}`,
  never: 'Never online',
  at: (rate: string) => `at ${rate}`,
  silent: (nas: string | null) => (nas ? `the NAS ${nas} is silent` : 'the NAS is silent'),
  unpaid: (amount: string) => `${amount} unpaid`,
  notPaid: 'not paid',
  promiseUsed: 'promise already used',
  suspended: 'suspended',
  unbilled: 'the service could not be billed',
  periodEnded: (day: string) => `the period ended on ${day}`,
  volume: (used: string, total: string) => `${used} of ${total} used`,
  until: (day: string) => `until ${day}`,
  overdue: (amount: string) => `${amount} overdue`,
  paymentOverdue: 'payment is overdue',
  blockedAfter: (day: string) => `blocked after ${day}`,
} as const;

/** What a change does, in sentences: shown before it is made. */
export const effects = {
  suspends: 'Access stops at once and stays off until the service is restored.',
  suspensionEnds: 'The suspension ends.',
  promised: (upto: string) => `Full access until ${upto}, on a promise to pay.`,
  resumes: 'Full access again.',
  begins: 'The service begins.',
  reduces: 'Access is reduced, because the service is not paid.',
  cutsOff: 'Access stops, because the service is not paid.',
  today: 'today',
  tomorrow: 'tomorrow',
  on: (day: string) => `on ${day}`,
  firstPeriod: (when: string, upto: string) => `The first period begins ${when} and ends on ${upto}.`,
  renews: (when: string, before: string, after: string) => `Renews ${when}: ${before} becomes ${after}.`,
  newPeriod: (when: string, before: string, after: string) =>
    `A new period begins ${when}: ${before} becomes ${after}.`,
  nextPeriod: (when: string, upto: string) => `A new period begins ${when} and ends on ${upto}.`,
  validUntil: (before: string, after: string) => `Valid until ${after} instead of ${before}.`,
  changesPlan: (before: string, after: string) => `The plan changes from ${before} to ${after}.`,
  changesPlanLater: (before: string, after: string) =>
    `With the next bill, the plan changes from ${before} to ${after}. Until then it stays as it is.`,
  /** Of days. */
  chargedFor: (amount: string, days: string) => `${amount} charged for ${days}.`,
  creditedFor: (amount: string, days: string) => `${amount} credited for ${days}.`,
  /** Of anything else. */
  charged: (amount: string, what: string) => `${amount} charged: ${what}.`,
  credited: (amount: string, what: string) => `${amount} credited: ${what}.`,
  days: (from: string, upto: string) => (from === upto ? from : `${from} to ${upto}`),
  unusedDays: (count: number, days: string) =>
    count === 1 ? `1 unused day, ${days}` : `${count} unused days, ${days}`,
  unused: (item: string) => `${item}, unused days`,
  topup: 'Top-up',
  topupOf: (name: string) => `Top-up: ${name}`,
  kinds: {
    installation: 'Installation',
    bounce_fee: 'Fee for a returned payment',
    late_fee: 'Late fee',
    late_fee_return: 'Late fee taken back',
  },
  due: (amount: string) => `${amount} is due then.`,
  nothingDue: 'Nothing is due then.',
  inAdvance: (amount: string) => `${amount} is paid in advance then.`,
} as const;

/** What was done, with the person and the amount: said after it was made. */
export const told = {
  renew: (name: string, upto: string) => `${name} is renewed until ${upto}.`,
  suspend: (name: string) => `${name} is suspended.`,
  restore: (name: string) => `${name} is restored.`,
  bill: (name: string) => `The bill of ${name} is made.`,
  topup: (name: string) => `Data is added for ${name}.`,
  planchange: (name: string, plan: string) => `${name} now has ${plan}.`,
  planchangeLater: (name: string, plan: string) => `${name} gets ${plan} with the next bill.`,
  credited: (amount: string, name: string) => `${amount} credited to ${name}.`,
  debited: (amount: string, name: string) => `${amount} charged to ${name}.`,
  writtenOff: (amount: string, name: string) => `${amount} of ${name} written off.`,
  transferred: (amount: string, name: string) => `${amount} of ${name} moved to the other service.`,
  refunded: (amount: string, mode: string, name: string) => `${amount} paid out to ${name}, ${mode}.`,
  deleted: (name: string) => `The service of ${name} is deleted.`,
  created: (name: string) => `The service of ${name} is created.`,
  charged: (amount: string) => `${amount} charged.`,
  alsoCredited: (amount: string) => `${amount} credited.`,
  toWallet: (amount: string, name: string, balance: string) =>
    `${amount} added to the wallet of ${name}, which now has ${balance}.`,
  fromWallet: (amount: string, name: string, balance: string) =>
    `${amount} taken from the wallet of ${name}, which now has ${balance}.`,
  cash: (amount: string, name: string, left: string) => `${amount} in cash taken over from ${name}; ${left} left.`,
  creditsAdded: (credits: string, name: string, balance: string) =>
    `${credits} credits added to ${name}, which now has ${balance}.`,
  creditsTaken: (credits: string, name: string, balance: string) =>
    `${credits} credits taken from ${name}, which now has ${balance}.`,
} as const;

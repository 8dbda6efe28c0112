/** What a router says of itself, and what it finds out about a subscriber. */
export const router = {
  title: 'Router',
  off: 'Switch the router API on under “Edit” to see the load of the router here and to compare its configuration.',
  identity: 'Name',
  board: 'Model',
  version: 'RouterOS',
  uptime: 'Running for',
  rebooted: 'Last restart seen',
  cpu: 'Processor',
  cpuOf: (percent: string, cores: string) => `${percent} % of ${cores}`,
  memory: 'Free memory',
  disk: 'Free storage',
  clock: 'Clock',
  clockRight: 'right',
  clockAhead: (long: string) => `${long} fast`,
  clockBehind: (long: string) => `${long} slow`,
  freeOf: (free: string, all: string) => `${free} of ${all}`,
  unpinned: 'Confirm the certificate of the router',
  otherCertificate: 'The router has another certificate',
  compare:
    'Compare this fingerprint with “/certificate print detail” on the router. The password is sent only to the router with the certificate that you confirm.',
  confirm: 'It is the same',
  check: 'Compare the configuration',
  checkAgain: 'Compare again',
  found: (value: string) => `The router has: ${value}`,
  results: { ok: 'As it should be', missing: 'Missing', differs: 'Differs' },
  checks: {
    radius: 'RADIUS server',
    incoming: 'CoA and Disconnect',
    ppp_aaa: 'Log-ins and accounting by RADIUS',
    dhcp: 'DHCP by RADIUS',
    blocked_pool: 'Addresses of blocked subscribers',
    walled_garden: 'What blocked subscribers reach',
    redirect: 'Redirection of blocked subscribers',
    filter: 'Firewall of blocked subscribers',
    services: 'Services of the router',
    ntp: 'Clock by NTP',
  },
} as const;

/** Pictures that the router draws of its traffic. */
export const routerGraph = {
  title: 'Graph that the router draws',
  off: 'Switch the graphs of the router on under “Edit” to see them here.',
  interface: 'Interface or queue',
  period: 'Period',
  periods: { daily: 'Day', weekly: 'Week', monthly: 'Month', yearly: 'Year' },
  show: 'Show the graph of the router',
  alt: (name: string, period: string) => `Traffic of ${name} as the router draws it: ${period}`,
  none: 'No graph. The router draws none of this name, or does not let the node see it.',
} as const;

export const probe = {
  ping: 'Ping',
  traceroute: 'Traceroute',
  asking: 'The router is asked …',
  watch: 'Watch the speed',
  stop: 'Stop watching',
  rates: (down: string, up: string) => `${down} down, ${up} up`,
  averaged: (rates: string, time: string) => `${rates}: average of ${time}, as the NAS reported it`,
  answered: (received: number, sent: number) => `${received} of ${sent} answered`,
  times: (min: string, avg: string, max: string) => `${avg} ms on average, from ${min} to ${max} ms`,
  unanswered: 'no answer',
  milliseconds: (ms: string) => `${ms} ms`,
} as const;

export const routerSessions = {
  title: 'Sessions of the router',
  compare: 'Compare the sessions',
  compareAgain: 'Compare again',
  compared: 'Last compared',
  agreed: 'Last agreed',
  never: 'never',
  both: 'Sessions',
  bothOf: (here: string, there: string) => `${here} open here, ${there} on the router`,
  differences: 'Differences',
  same: (sessions: string) => `Both sides agree: ${sessions} sessions.`,
  onlyHere: 'Open only here',
  onlyHereLead: 'The router does not have them, and their reports are overdue.',
  onlyOnNas: 'Only on the router',
  onlyOnNasLead: 'Their use is not counted.',
  differ: 'With another address or device on the router',
  differLead: 'Open the session to see its addresses.',
  reported: (username: string, ip: string, ago: string) => `${username} ${ip}, last reported ${ago}`,
  running: (username: string, ip: string, since: string) => `${username} ${ip}, for ${since}`,
  other: (here: string, there: string) => `${here} here, ${there} on the router`,
  more: (sessions: string) => `and ${sessions} more`,
  end: { only_here: 'Close them', only_on_nas: 'Disconnect them' },
  endTitle: {
    only_here: 'Close sessions that are open only here',
    only_on_nas: 'Disconnect sessions that only the router has',
  },
  endLead: {
    only_here: (sessions: string, all: string) =>
      `${sessions} of ${all} sessions are closed as of their last report, and their addresses become free. A session whose router goes on with it opens again.`,
    only_on_nas: (sessions: string, all: string) =>
      `The router is asked to disconnect ${sessions} of its ${all} sessions. The subscribers log in again.`,
  },
  typeName: (name: string) => `These are many. Type “${name}” to confirm`,
  ended: (sessions: string) => `Ended: ${sessions}.`,
  endedSome: (sessions: string, refused: string, unanswered: string) =>
    `Ended: ${sessions}. Refused by the router: ${refused}. Not answered: ${unanswered}.`,
} as const;

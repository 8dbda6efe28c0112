/** Screens of the network: proxies, NAT, pools; and the top-up plans. */
export const proxies = {
  title: 'RADIUS proxies',
  name: 'Name',
  ip: 'Address',
  nases: 'NASes',
  coaPort: 'CoA port',
  tls: 'TLS identity',
  description: 'Description',
  add: 'Add a proxy',
  edit: 'Edit the proxy',
  remove: 'Delete the proxy',
  removeLead: 'The node no longer answers its packets. You cannot delete a proxy with NASes.',
  unknown: 'Unknown NASes',
  unknownLead: 'Proxies name these NASes in their packets, but they are unknown here, so the node does not answer.',
  identifier: 'NAS-Identifier',
  emptyTitle: 'No proxies',
  emptyHint: 'NASes can send to this installation directly. Add a proxy if there is one in between.',
} as const;

export const nat = {
  title: 'NAT rules',
  nas: 'NAS',
  inside: 'Inside',
  public: 'Public',
  ports: 'Ports each',
  portRange: 'Of the ports',
  from: 'In force from',
  upto: 'Until',
  inForce: 'in force',
  notes: 'Notes',
  add: 'Add a rule',
  edit: 'End the rule, or add a note',
  remove: 'Delete the rule',
  removeLead:
    'You can then no longer find out who had a port at that time. If the rule was ever in force, end it instead.',
  emptyTitle: 'No NAT rules',
  emptyHint:
    'A rule says which ports of a public address each inside address uses, so that you can find the subscriber who used a port.',
} as const;

/** Log-ins that RADIUS refused. */
export const rejects = {
  title: 'Refused log-ins',
  at: 'Time',
  username: 'Username',
  kind: 'Reason',
  details: 'Details',
  nas: 'NAS',
  mac: 'MAC',
  protocol: 'Method',
  day: 'Day',
  kinds: {
    wrong_password: 'Wrong password',
    unknown_user: 'Unknown username',
    not_entitled: 'Service not active',
    other_mac: 'Another device',
    in_use: 'Already online',
    no_address: 'No free address',
    not_served: 'Not served by this NAS',
    bad_ticket: 'Hotspot ticket',
    other: 'Other',
  },
  meanings: {
    wrong_password: [
      'The password is not that of the service.',
      'Enter it again on the router. If most log-ins of one NAS are refused, compare its RADIUS secret.',
    ],
    unknown_user: [
      'No service has this username.',
      'Correct it on the router. If the service was closed, collect the router or switch it off.',
    ],
    not_entitled: [
      'The service is not paid, suspended, expired, used up, or has not begun.',
      'Open the subscriber, whose page says what puts them online again.',
    ],
    other_mac: [
      'The service is bound to another device.',
      'If the subscriber has a new router, unbind the MAC address of the service.',
    ],
    in_use: [
      'The service is online as often as it may be.',
      'Disconnect a session that is not real any more, or allow more sessions at once.',
    ],
    no_address: [
      'The IP pool has no free address.',
      'Enlarge the pool, or shorten how long leases of ended sessions are kept.',
    ],
    not_served: [
      'The NAS does not serve the reseller of the service.',
      'Share the NAS with the reseller, or connect the subscriber to a NAS that serves it.',
    ],
    bad_ticket: [
      'A guest’s ticket is wrong, used, expired, or for another device or NAS.',
      'The guest opens the page of the hotspot again. If it goes on, compare the hotspot settings of the NAS.',
    ],
    other: ['Reasons of other kinds.', 'Open the list: each log-in has its reason.'],
  },
  compare: 'Compare',
  compared: 'Refused log-ins next to yesterday and last week',
  groupedBy: 'Grouped by',
  by: { reason: 'Reason', nas: 'NAS', plan: 'Plan', location: 'Location', device: 'Device' },
  inAll: (count: string) => `${count} in the last 24 hours`,
  lastDay: '24 hours',
  yesterday: 'Than yesterday',
  lastWeek: 'Than last week',
  more: (count: string) => `${count} more`,
  fewer: (count: string) => `${count} fewer`,
  asMany: 'as many',
  list: (name: string) => `Log-ins: ${name}`,
  noGroups: 'No log-in was refused.',
  counted: 'Refused in the last 24 hours, by reason',
  countedOn: (day: string) => `Refused on ${day}, by reason`,
  emptyTitle: 'No log-in was refused in the last 24 hours',
  emptyHint: 'Choose a day to look further back.',
} as const;

/** What a service, a NAS or a plan transfers. */
export const traffic = {
  title: 'Traffic in Mbit/s',
  period: 'Time shown',
  day: '24 hours',
  week: '7 days',
  down: 'Download',
  up: 'Upload',
  none: 'No traffic in this time.',
} as const;

/** Who had an address, and when. */
export const trace = {
  title: 'Who had an address',
  lead: 'Finds the session that had an address, whether it is open or ended. The audit keeps every question with its reason.',
  earlier: (ip: string) => `Who had ${ip} before?`,
  ip: 'IP address',
  ipHint: 'IPv4 or IPv6',
  port: 'Port',
  portHint: 'Of a public address that several share by NAT',
  at: 'When',
  atHint: (zone: string) => `Time in ${zone}`,
  upto: 'Until',
  uptoHint: 'Empty: at that moment only',
  reason: 'Reason',
  reasonHint: 'Such as the number of a ticket, or a letter and its date',
  find: 'Find',
  subscriber: 'Subscriber',
  customer: 'Customer',
  certainty: 'Certainty',
  certainties: { certain: 'Certain', probable: 'Probable', ambiguous: 'Ambiguous' },
  /** What they come to. Empty: the node's sentence says it. */
  meanings: { certain: '', probable: '', ambiguous: '' },
  time: 'Time',
  stillOpen: 'still open',
  line: 'NAS, MAC',
  inside: 'Inside address, ports',
  cut: (count: number) => `Only the first ${count} are shown. Ask about a shorter time.`,
  noneTitle: 'No session had this address then',
  noneHint: 'Check the address, the day and the time. Under NAT, ask about the public address with its port.',
} as const;

export const ip6Pools = {
  title: 'IPv6 pools',
  name: 'Name',
  prefix: 'Network',
  length: 'Prefix length',
  kind: 'Kind',
  leased: 'In use',
  free: 'Free',
  add: 'Add a pool',
  edit: 'Edit the pool',
  remove: 'Delete the pool',
  removeLead:
    'Its prefixes are no longer leased. You cannot delete a pool with prefixes in use, or a pool that plans use.',
  emptyTitle: 'No IPv6 pools',
  emptyHint: 'RADIUS leases each subscriber a prefix from the pool of their plan.',
} as const;

export const nasPools = {
  title: 'Pools of the NAS',
  name: 'Name',
  notes: 'Notes',
  created: 'Created',
  add: 'Add a pool',
  edit: 'Edit the pool',
  remove: 'Delete the pool',
  removeLead: 'You cannot delete a pool that plans use.',
  emptyTitle: 'No pools of the NAS',
  emptyHint: 'Enter the names of pools configured on the NAS itself; the levels of a plan can then use them.',
} as const;

export const topupPlans = {
  title: 'Top-up plans',
  name: 'Name',
  gb: 'Volume',
  amt: 'Price',
  type: 'Left over',
  add: 'Add a top-up plan',
  edit: 'Edit the top-up plan',
  remove: 'Delete the top-up plan',
  removeLead: 'It is no longer sold. Top-ups already sold stay.',
  emptyTitle: 'No top-up plans',
  emptyHint: 'Extra volume at a price, for subscribers whose volume is used up.',
} as const;

/** By what a service logs in without a password. */
export const identities = {
  title: 'Lines and devices',
  lead: 'Logs in without a password on NASes with IPoE.',
  circuit: 'Circuit id',
  remote: 'Remote id',
  mac: 'MAC',
  added: 'Added',
  addLine: 'Add a line',
  addDevice: 'Add a device',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}`,
  removeLead: 'The next log-in with it is rejected. An open session continues.',
  none: 'No lines or devices. This subscriber logs in with the password.',
} as const;

export const linkedChats = {
  unlink: 'Unlink WhatsApp',
  title: (name: string) => `Unlink the WhatsApp chats of ${name}`,
  lead: 'For a telephone that was lost. A chat that hides its number is not known to the bot any more, until a new code to the number on record links it.',
} as const;

export const portalPassword = {
  set: 'Portal password',
  title: (name: string) => `Portal password of ${name}`,
  lead: 'For /my. The customer is signed out there. Give them the password before you close this.',
  password: 'New password',
  hint: 'At least 8 characters',
} as const;

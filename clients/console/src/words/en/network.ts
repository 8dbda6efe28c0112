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
  removeLead: 'Its packets are no longer answered. A proxy with NASes cannot be deleted.',
  unknown: 'Unknown NASes',
  unknownLead: 'Proxies name these NASes in their packets, and nobody knows them. They are not answered.',
  identifier: 'NAS-Identifier',
  emptyTitle: 'No proxies',
  emptyHint: 'NASes may send to this installation directly. Add a proxy if one stands between.',
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
  edit: 'End the rule, or note something',
  remove: 'Delete the rule',
  removeLead: 'Who had which port can no longer be said for its time. End it instead if it was ever in force.',
  emptyTitle: 'No NAT rules',
  emptyHint:
    'A rule says which ports of a public address each inside address has, so that a subscriber can be found by them.',
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
  removeLead: 'Its prefixes are no longer given. A pool with prefixes in use, or that plans name, cannot be deleted.',
  emptyTitle: 'No IPv6 pools',
  emptyHint: 'RADIUS gives each subscriber a prefix of a pool that the plan names.',
} as const;

export const nasPools = {
  title: 'Pools of the NAS',
  name: 'Name',
  notes: 'Notes',
  created: 'Created',
  add: 'Add a pool',
  edit: 'Edit the pool',
  remove: 'Delete the pool',
  removeLead: 'A pool that plans use cannot be deleted.',
  emptyTitle: 'No pools of the NAS',
  emptyHint: 'Name here what is configured on the NAS itself; the levels of a plan can then use it.',
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
  removeLead: 'It is sold no more. What was sold stays.',
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
  removeLead: 'The next log-in by it is refused. A session that is open goes on.',
  none: 'No line and no device. This subscriber logs in with the password.',
} as const;

export const portalPassword = {
  set: 'Portal password',
  title: (name: string) => `Portal password of ${name}`,
  lead: 'For /my. The customer is signed out there. Tell the customer the password before you close this.',
  password: 'New password',
  hint: 'At least 8 characters',
} as const;

/** The screens of an ISP that every admin has, as addresses. */
export const SCREENS = [
  ...[
    'dashboard',
    'subscribers',
    'payments',
    'invoices',
    'sessions',
    'network',
    'nas',
    'pools',
    'leads',
    'plans',
    'wallets',
  ],
  ...['sessions/rejects', 'sessions/trace', 'reports', 'reports/gst'],
  ...[
    'locations',
    'subscribers/new',
    'users',
    'audit',
    'settings',
    'account',
    'call',
    'tickets',
    'tickets/tasks',
    'visits',
    'field',
    'incidents',
  ],
];

/** Screens beside them and states of them that are made of the same parts; each is looked at once. */
export const FURTHER = [
  ...['payments/orders', 'nas/proxies', 'nas/nat', 'pools/ipv6', 'pools/nas', 'plans/topups', 'notices'],
  ...['notices/messages', 'notices/many', 'notices/channels', 'settings/taxes', 'settings/gateways'],
  ...['ticket-settings', 'ticket-settings/categories', 'ticket-settings/limits', 'ticket-settings/hours'],
  ...['ticket-settings/visits', 'settings/webhooks', 'hotspot/codes', 'reports?report=revenue_by_plan'],
];

/** The screens of an ISP that every admin has, as addresses. */
export const SCREENS = [
  ...['dashboard', 'subscribers', 'payments', 'invoices', 'sessions', 'nas', 'pools', 'leads', 'plans', 'wallets'],
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

/** Causes with which this server ends a session, as of its last update. Such a session opens again if its NAS continues it. */
export const OUR_CAUSES = [
  'Accounting-On',
  'Accounting-Off',
  'Stale',
  'Taken-Over',
  'Superseded',
  'Not-Served',
  'Not-On-NAS',
] as const;

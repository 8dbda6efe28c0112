/** Acct-Terminate-Cause (RFC 2866 section 5.10), and why the node itself ends a session, as one says it. */
const ENDS: Readonly<Record<string, string>> = {
  'User-Request': 'the subscriber hung up',
  'Lost-Carrier': 'the line was lost',
  'Lost-Service': 'the connection was lost',
  'Idle-Timeout': 'the line was idle too long',
  'Session-Timeout': 'the time was up',
  'Admin-Reset': 'staff ended the session',
  'Admin-Reboot': 'the NAS restarted',
  'NAS-Error': 'the NAS had an error',
  'NAS-Request': 'the NAS ended the session',
  'NAS-Reboot': 'the NAS restarted',
  'Port-Error': 'the port had an error',
  'Accounting-On': 'the NAS restarted',
  'Accounting-Off': 'the NAS went down',
  Stale: 'the NAS stopped reporting the session',
  'Taken-Over': 'the address went to another session',
  Superseded: 'a newer session began',
  'Not-Served': 'the NAS no longer serves the reseller',
  'Not-On-NAS': 'the router no longer had it',
};

/** A cause without a word is shown as the NAS wrote it. */
export const endOfSession = (cause: string): string => ENDS[cause] ?? cause;

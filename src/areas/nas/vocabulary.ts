/** Does a NAS have to sign its requests? `auto` learns it from the first signed one. */
export const MESSAGE_AUTHENTICATOR_POLICIES = ['yes', 'no', 'auto'] as const;

/** The most that one subscriber's line carries, in Mbit/s, where nobody says another rate. */
export const LINE_RATE_MBPS = 100_000;
export const MAX_LINE_RATE_MBPS = 10_000_000;

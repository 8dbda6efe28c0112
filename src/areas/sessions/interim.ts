/** Seconds between two Interim-Updates of a session (Acct-Interim-Interval of its Access-Accept). */
export const INTERIM_INTERVAL_S = 300;

/** A session without an update for so many intervals is considered gone. */
export const MISSED_INTERIMS = 3;

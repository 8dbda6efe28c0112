/** Seconds between two Interim-Updates of a session, as its NAS is told at the log-in. */
export const INTERIM_INTERVAL_S = 300;

/** Silent for so many intervals, a session counts as gone. */
export const MISSED_INTERIMS = 3;

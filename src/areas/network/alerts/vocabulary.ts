/**
 * What an alert can be about. A NAS: silent, restarted, its clock is off, it leaves CoA unanswered, its sessions lack their access,
 * it does not answer its API.
 * A pool that is full or will be. The refused log-ins of an ISP. A new kind needs a line here, its sign, and its sentences.
 */
export const ALERT_KINDS = ['silent', 'pool', 'rejects', 'drift', 'coa', 'clock', 'reboot', 'api'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** So many of an ISP are open at once; others wait for a place. */
export const MAX_OPEN = 200;

/** Rounds in a row that find a sign before an alert is opened. */
export const ROUNDS_TO_OPEN = 2;
export const QUIET_MINUTES = 5;
/** What comes back so soon is the same alert. */
export const REOPEN_HOURS = 1;

/** Rounds are a minute apart, give or take the polling of jobs. */
export const SAME_ROUND_S = 30;
export const NEXT_ROUND_S = 150;

export const MAX_MUTE_DAYS = 30;
export const KEPT_DAYS = 90;

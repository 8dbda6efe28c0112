const DAY = 24 * 3_600_000;

/** A session of a subscriber ends after so long without a call: a telephone is seldom shared, and a password seldom remembered. */
export const SUBSCRIBER_IDLE_MS = 14 * DAY;
/** It lasts no longer, however much it is used. */
export const MAX_SUBSCRIBER_SESSION_MS = 60 * DAY;
/** How long choosing a password may take. */
export const CHOOSING_MS = 15 * 60_000;
/** Of one customer; the one that was seen least recently ends first. */
export const MAX_SUBSCRIBER_SESSIONS = 10;
/** Of one customer, waiting for a password to be chosen. Counted apart, so that they end none that is signed in. */
export const MAX_CHOOSING = 5;

/** What a subscriber has to do next: `done` means signed in. */
export type SubscriberStage = 'password' | 'done';

/** How long a router has, in milliseconds. */
export interface Limits {
  readonly connectMs: number;
  /** TLS and the log-in together. */
  readonly loginMs: number;
  /** Without a command; then the connection is closed. */
  readonly idleMs: number;
  /** To end a command that was cancelled; then the connection is of no use. */
  readonly cancelMs: number;
}

export const LIMITS: Limits = { connectMs: 3_000, loginMs: 5_000, idleMs: 60_000, cancelMs: 5_000 };

/** For a command that answers at once. */
export const COMMAND_MS = 10_000;

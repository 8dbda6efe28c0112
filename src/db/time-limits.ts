/** How long the database may keep somebody waiting, in milliseconds. */
export interface TimeLimits {
  /** Opening a connection. */
  readonly connectMs: number;
  /** A statement, unless its pool says otherwise. */
  readonly statementMs: number;
  /** A wait for a lock. */
  readonly lockMs: number;
  /** A wait for a free connection of a pool. */
  readonly connectionMs: number;
  /** The work of a transaction, unless it says otherwise. */
  readonly transactionMs: number;
}

export const TIME_LIMITS: TimeLimits = {
  connectMs: 4_000,
  statementMs: 30_000,
  lockMs: 10_000,
  connectionMs: 10_000,
  transactionMs: 30_000,
};

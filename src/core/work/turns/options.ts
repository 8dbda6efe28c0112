export const MAX_WAITING = 200;
export const MAX_OF_LANE = 50;
/** As long as for a connection itself. */
export const WAIT_MS = 10_000;

export const LATE = 'the server is busy: no database connection became free in time; try again';

export interface TurnsOptions {
  /** Calls at a time. */
  readonly slots: number;
  /** Calls of a tenant that wait. Default 200. */
  readonly mostWaiting?: number;
  /** Those of a lane among them that is not the tenant's own. Default 50. */
  readonly mostOfLane?: number;
  /** Who the calls are of, in the sentence of a refusal. */
  readonly of: string;
  readonly refuseAfterMs?: number;
  /** How long a call waits at most. Default 10 s. */
  readonly waitMs?: number;
  /** What a call is told that has waited so long. Default: of connections to the database. */
  readonly late?: string;
  /** In milliseconds, of a clock that only goes forward. */
  readonly now?: () => number;
}

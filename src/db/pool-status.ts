import type pg from 'pg';
import type { PoolOptions } from './connection.ts';

export interface OpenPool {
  readonly options: PoolOptions;
  readonly pool: pg.Pool;
}

/** The connections of a pool now. */
export interface PoolStatus {
  readonly name: string;
  /** The most that it opens. */
  readonly max: number;
  /** Open ones: in use and idle. */
  readonly open: number;
  readonly idle: number;
  /** Callers that wait for a free one. */
  readonly waiting: number;
}

export function statusOf({ options: { name, max }, pool }: OpenPool): PoolStatus {
  return { name, max, open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

import type pg from 'pg';
import type { Database } from '../db/database.ts';

export interface Pools {
  /** For what is read, and written behind answers. */
  readonly pool: pg.Pool;
  /**
   * For accounting alone: one connection, since smaller statements on two at once cost more than they gain; but the next
   * statement is sent before the last is answered.
   */
  readonly accountingPool: pg.Pool;
  /** For leases alone: one connection that keeps its statement prepared. */
  readonly leasePool: pg.Pool;
}

/** Connections of the packet path, which waits behind nobody. */
export function openPools(db: Pick<Database, 'openPool'>): Pools {
  return {
    pool: db.openPool({ name: 'radius', max: 4 }),
    accountingPool: db.openPool({ name: 'radius accounting', max: 1, pipelined: true }),
    leasePool: db.openPool({ name: 'radius leases', max: 1 }),
  };
}

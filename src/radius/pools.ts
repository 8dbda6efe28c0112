import type pg from 'pg';
import type { Database } from '../db/database.ts';

export interface Pools {
  /** For reads, and for what is written after answers. */
  readonly pool: pg.Pool;
  /**
   * For accounting alone. One connection, since two with smaller statements cost more than they gain; pipelined, so the next
   * statement is sent before the last one is answered.
   */
  readonly accountingPool: pg.Pool;
  /** For leases alone: one connection, which keeps its statement prepared. */
  readonly leasePool: pg.Pool;
  /** The same for IPv6 prefixes; opened when the first is leased. */
  readonly prefixPool: pg.Pool;
}

/** Connections of the packet path, which never waits for other parts of the node. */
export function openPools(db: Pick<Database, 'openPool'>): Pools {
  return {
    pool: db.openPool({ name: 'radius', max: 4 }),
    accountingPool: db.openPool({ name: 'radius accounting', max: 1, pipelined: true }),
    leasePool: db.openPool({ name: 'radius leases', max: 1 }),
    prefixPool: db.openPool({ name: 'radius prefixes', max: 1 }),
  };
}

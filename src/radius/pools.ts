import type pg from 'pg';
import type { Database } from '../db/database.ts';

export interface Pools {
  /** For what is read, and written behind answers. */
  readonly pool: pg.Pool;
  /** For accounting alone: one connection, since a second one that writes the same rows gains nothing. */
  readonly accountingPool: pg.Pool;
}

/** Connections of the packet path, which waits behind nobody. */
export function openPools(db: Pick<Database, 'openPool'>): Pools {
  const accountingPool = db.openPool({ name: 'radius accounting', max: 1 });
  // A plan that was made while the tables were small must not read them whole when they have grown.
  accountingPool.on('connect', (client) => {
    client
      .query(
        "SET enable_seqscan = off; SET enable_mergejoin = off; SET jit = off; SET plan_cache_mode = 'force_generic_plan'",
      )
      .catch(() => undefined);
  });
  return { pool: db.openPool({ name: 'radius', max: 4 }), accountingPool };
}

import type pg from 'pg';
import type { Logger } from '../config/log.ts';
import { createPool, type PoolOptions } from './connection.ts';
import type { ConnectionWatchdog } from './connection-watchdog.ts';
import type { OpenPool } from './pool-status.ts';
import type { Servers } from './servers.ts';

interface PoolSource {
  readonly servers: Servers;
  readonly watchdog: ConnectionWatchdog;
  readonly check: PoolOptions['check'];
  readonly limits: PoolOptions['limits'];
  readonly log: Logger;
}

/** The pools that have been opened, and a function that opens one more. */
export function poolsOf({ servers, watchdog, check, limits, log }: PoolSource) {
  const pools: OpenPool[] = [];
  const openPool = (options: PoolOptions): pg.Pool => {
    const pool = createPool(servers, { ...options, check, limits }, log);
    pools.push({ options, pool });
    return pool.on('connect', (client) => watchdog.add(client));
  };
  return { pools, openPool };
}

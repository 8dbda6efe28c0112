import pg from 'pg';
import type { Logger } from '../config/log.ts';
import { logThrottled } from './throttled-log.ts';
import { columnTypes } from './types.ts';

export interface PoolOptions {
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly max: number;
  /** Time limit of a statement. Default 30 s; 0 means none. */
  readonly statementTimeoutMs?: number;
  /** Settings of its connections, as `-c name=value`. */
  readonly settings?: string;
  /** Send statements without waiting for the answers to earlier ones on the connection. */
  readonly pipelined?: boolean;
}

/** Time limit for opening a connection. */
const CONNECT_TIMEOUT_MS = 4_000;
/** Time limit for a free connection of the pool. */
const WAIT_TIMEOUT_MS = 10_000;
/** TCP probes a connection that has been idle this long, every second, and closes it after ten unanswered probes. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Settings of one connection.
 * - TimeZone: Prisma's adapter reads the text of a timestamp as UTC, whatever its offset.
 * - random_page_cost suits an SSD. With the default of 4, for hard disks, PostgreSQL combines whole indexes to save random
 *   reads: a substring search of usernames took ten times as long.
 * - tcp_keepalives: the server gives up a vanished node, and releases its locks, after 20 + 3 × 5 seconds.
 */
export function clientConfig(url: string, name: string, settings = ''): pg.ClientConfig {
  const address = new URL(url);
  const options = [
    '-c random_page_cost=1.1',
    '-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    address.searchParams.get('options'),
    '-c TimeZone=UTC',
    '-c DateStyle=ISO',
    settings,
  ]
    .filter(Boolean)
    .join(' ');
  address.searchParams.set('options', options);
  address.searchParams.set('application_name', `lastmile ${name}`);
  return {
    connectionString: address.href,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
}

/** `pg` would use the pool's `connectionTimeoutMillis`, which limits the wait for a free connection, for connecting too. */
class PooledClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  }
}

/** A pool of connections. Idle connections that break are logged and replaced. */
export function createPool(url: string, options: PoolOptions, log: Logger): pg.Pool {
  const { name, max, statementTimeoutMs = 30_000, pipelined = false } = options;
  const pool = new pg.Pool({
    ...clientConfig(url, name, options.settings),
    Client: PooledClient,
    connectionTimeoutMillis: WAIT_TIMEOUT_MS,
    max,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.min(10_000, statementTimeoutMs || 10_000),
    idle_in_transaction_session_timeout: 60_000,
    types: columnTypes,
    pipeline: pipelined,
  });
  // While a new connection is handed over, neither the pool nor its user listens for errors yet, and an unhandled one would
  // end the program. The first statement reports it.
  pool.on('connect', (client) => client.on('error', ignore));
  pool.on('error', (err) => logThrottled(log, { err, pool: name }, 'an idle database connection was lost'));
  return pool;
}

function ignore(): void {}

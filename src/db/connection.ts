import pg from 'pg';
import type { Logger } from '../config/log.ts';
import { logThrottled } from './throttled-log.ts';
import { columnTypes } from './types.ts';

export interface PoolOptions {
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly max: number;
  /** A statement that takes longer is cancelled. Default 30 s, 0 = never. */
  readonly statementTimeoutMs?: number;
  /** Statements of a connection are sent without waiting for the answers of the earlier ones. */
  readonly pipelined?: boolean;
}

/** How long the server may take to let a connection in. */
const CONNECT_TIMEOUT_MS = 4_000;
/** How long to wait for a free connection of a pool. */
const WAIT_TIMEOUT_MS = 10_000;
/** A connection that is idle for so long is probed by TCP, every second; the tenth probe without an answer ends it. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Settings of one connection. Every session is in UTC: Prisma's adapter takes the text of a timestamp for UTC whatever
 * its offset says. A page read at random costs what it does on an SSD: with PostgreSQL's factor of 4, which is that of a
 * turning disk, it joins whole indexes to save some (a search in the middle of a username took ten times as long). A node
 * that vanished without a word is given up by the server after 20 + 3 × 5 seconds, and with it its locks.
 */
export function clientConfig(url: string, name: string): pg.ClientConfig {
  const address = new URL(url);
  const options = [
    '-c random_page_cost=1.1',
    '-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    address.searchParams.get('options'),
    '-c TimeZone=UTC',
    '-c DateStyle=ISO',
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

/** A pool hands its own patience to its connections, which is that of whoever waits for a free one. */
class QuickClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  }
}

/** A pool of connections. One that breaks while idle is logged and replaced. */
export function createPool(url: string, options: PoolOptions, log: Logger): pg.Pool {
  const { name, max, statementTimeoutMs = 30_000, pipelined = false } = options;
  const pool = new pg.Pool({
    ...clientConfig(url, name),
    Client: QuickClient,
    connectionTimeoutMillis: WAIT_TIMEOUT_MS,
    max,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.min(10_000, statementTimeoutMs || 10_000),
    idle_in_transaction_session_timeout: 60_000,
    types: columnTypes,
    pipeline: pipelined,
  });
  // Else a server that ends a connection in the moment it comes ends the program: the pool listens no more, and whoever
  // gets the connection does not yet. The first statement notices.
  pool.on('connect', (client) => client.on('error', ignore));
  pool.on('error', (err) => logThrottled(log, { err, pool: name }, 'an idle database connection was lost'));
  return pool;
}

function ignore(): void {}

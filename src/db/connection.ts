import pg from 'pg';
import type { Logger } from '../config/log.ts';
import { columnTypes } from './types.ts';

export interface PoolOptions {
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly max: number;
  /** A statement that takes longer is cancelled. Default 30 s, 0 = never. */
  readonly statementTimeoutMs?: number;
  /** Whether the server is still there is doubted after so long without an answer. Default: as long as TCP believes in it. */
  readonly answerTimeoutMs?: number;
  /** Statements of a connection are sent without waiting for the answers of the earlier ones. */
  readonly pipelined?: boolean;
}

/** How long to wait for a connection, be it for the server or for a free one of the pool. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Settings of one connection. Every session is in UTC: Prisma's adapter takes the text of a timestamp for UTC whatever
 * its offset says. A page read at random costs what it does on an SSD: with PostgreSQL's factor of 4, which is that of a
 * turning disk, it joins whole indexes to save some (a search in the middle of a username took ten times as long).
 */
export function clientConfig(url: string, name: string): pg.ClientConfig {
  const address = new URL(url);
  const options = [
    '-c random_page_cost=1.1',
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
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
}

/** A pool of connections. One that breaks while idle is logged and replaced. */
export function createPool(url: string, options: PoolOptions, log: Logger): pg.Pool {
  const { name, max, statementTimeoutMs = 30_000, answerTimeoutMs, pipelined = false } = options;
  const pool = new pg.Pool({
    ...clientConfig(url, name),
    max,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerTimeoutMs,
    lock_timeout: Math.min(10_000, statementTimeoutMs || 10_000),
    idle_in_transaction_session_timeout: 60_000,
    types: columnTypes,
    pipeline: pipelined,
  });
  // Else a server that ends a connection in the moment it comes ends the program: the pool listens no more, and whoever
  // gets the connection does not yet. The first statement notices.
  pool.on('connect', (client) => client.on('error', ignore));
  // Only the message: the error carries the whole client.
  pool.on('error', (error) => log.warn({ pool: name, reason: error.message }, 'an idle database connection broke'));
  return pool;
}

function ignore(): void {}

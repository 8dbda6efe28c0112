import pg from 'pg';
import type { Logger } from '../config/log.ts';
import { serversAt } from './probe-server.ts';
import { type ConnectionCheck, ServerClient } from './server-client.ts';
import type { Servers } from './servers.ts';
import { logThrottled } from './throttled-log.ts';
import { TIME_LIMITS, type TimeLimits } from './time-limits.ts';
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
  /** How long a transaction may wait for its next statement before the server ends it. Default 60 s. */
  readonly idleTransactionMs?: number | undefined;
  /** Runs on each connection before it is used. */
  readonly check?: ConnectionCheck | undefined;
  readonly limits?: TimeLimits | undefined;
}

/** A pool of connections. Idle connections that break are logged and replaced. */
export function createPool(address: string | Servers, options: PoolOptions, log: Logger): pg.Pool {
  const { name, max, settings, pipelined = false, check, limits = TIME_LIMITS } = options;
  const { statementTimeoutMs = limits.statementMs, idleTransactionMs = 60_000 } = options;
  const servers = typeof address === 'string' ? serversAt(address, log) : address;
  const pool = new pg.Pool({
    Client: class extends ServerClient {
      // The pool's `connectionTimeoutMillis`, which limits the wait for a free connection, is not that for connecting.
      constructor(config?: pg.ClientConfig) {
        super({ ...config, servers, name, settings, connectMs: limits.connectMs, check });
      }
    },
    connectionTimeoutMillis: limits.connectionMs,
    max,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.min(limits.lockMs, statementTimeoutMs || limits.lockMs),
    idle_in_transaction_session_timeout: idleTransactionMs,
    types: columnTypes,
    pipeline: pipelined,
  });
  pool.on('error', (err) => logThrottled(log, { err, pool: name }, 'an idle database connection was lost'));
  return pool;
}

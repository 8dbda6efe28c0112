import type pg from 'pg';
import type { Logger } from '../config/log.ts';
import { prismaAdapter } from './adapter.ts';
import { createPool, type PoolOptions } from './connection.ts';
import { ConnectionWatchdog } from './connection-watchdog.ts';
import { PrismaClient } from './generated/client.ts';
import { Listener, type NoticeHandler } from './listener.ts';
import { query, sql } from './sql.ts';
import { runTransaction, type TransactionOptions } from './transaction.ts';
import type { Tx } from './tx.ts';

export { RolledBack } from './adapter.ts';
export type { Notice } from './listener.ts';
export type { Tx } from './tx.ts';

/** All access to the database. */
export interface Database {
  /** For records, relations and short writes. Has its own connections. */
  readonly prisma: PrismaClient;
  /** For lists and raw SQL, through `query` of `sql.ts`. */
  readonly pool: pg.Pool;
  /**
   * Runs the work in one transaction. It is run again after a conflict with another transaction, so it must have no effects
   * outside the database.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Calls the handler for every notification of a channel; returns a function that unsubscribes. */
  listen(channel: string, handler: NoticeHandler): Promise<() => Promise<void>>;
  /**
   * Resolves with true when the handlers have got all notifications of transactions committed before the call; with false if
   * the notification connection is lost.
   */
  flushNotifications(): Promise<boolean>;
  /** Opens another pool, for work that must not wait for the others (the RADIUS data path). Closed with the database. */
  openPool(options: PoolOptions): pg.Pool;
  /** Checks that both pools can write. @throws when one does not answer within two seconds or is read-only */
  ping(): Promise<void>;
  /** Closes all connections, after waiting up to five seconds for running statements. May be called again. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** postgresql://…; not a pooler in transaction mode, which supports neither LISTEN nor session locks. */
  readonly url: string;
  readonly log: Logger;
  /** Number of connections, for Prisma and for the pool each. Default 10. */
  readonly connections?: number;
}

/**
 * Transactions find few rows by their keys, which takes less time than planning. So statements that run often are planned
 * once per connection, for any values. As that may happen while a table is almost empty, and the plan is kept as the table
 * grows, a whole table is read only where there is no other way.
 */
const TRANSACTION_SETTINGS = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off';

const PING_TIMEOUT_MS = 2_000;
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Connects to the database. Does not migrate it (`migrate`) or start a server (`startEmbedded`).
 * @throws when the database does not answer
 */
export async function openDatabase({ url, log, connections = 10 }: DatabaseOptions): Promise<Database> {
  const pools: pg.Pool[] = [];
  const watchdog = new ConnectionWatchdog(url, log);
  const watched = (options: PoolOptions): pg.Pool =>
    createPool(url, options, log).on('connect', (client) => watchdog.add(client));
  const openPool = (options: PoolOptions): pg.Pool => {
    const pool = watched(options);
    pools.push(pool);
    return pool;
  };
  const pool = openPool({ name: 'sql', max: connections });
  const prismaPool = watched({ name: 'prisma', max: connections, settings: TRANSACTION_SETTINGS, pipelined: true });
  // `minimal`: a source excerpt in every error would cost milliseconds.
  const prisma = new PrismaClient({ adapter: prismaAdapter(prismaPool, log), errorFormat: 'minimal' });
  const listener = new Listener(url, log, watchdog);
  const end = async (): Promise<void> => {
    await listener.close();
    await Promise.all([prisma.$disconnect(), ...pools.map((each) => each.end())]);
    watchdog.close();
  };
  let closed: Promise<void> | undefined;
  let pinging: Promise<void> | undefined;
  const database: Database = {
    prisma,
    pool,
    openPool,
    transaction: (work, options) => runTransaction(prisma, work, options),
    listen: (channel, handler) => listener.listen(channel, handler),
    flushNotifications: () => listener.flushNotifications(),
    // Shared by concurrent calls, so that hanging pings do not use up the connections.
    ping: () =>
      (pinging ??= within(PING_TIMEOUT_MS, Promise.all([pool, prismaPool].map(canWrite))).finally(() => {
        pinging = undefined;
      })),
    close: () =>
      (closed ??= within(CLOSE_TIMEOUT_MS, end()).catch((error) =>
        log.warn({ err: error }, 'failed to close the database'),
      )),
  };
  try {
    await prisma.$connect();
    await pool.query('SELECT 1');
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A standby answers queries but accepts no writes. */
async function canWrite(pool: pg.Pool): Promise<void> {
  const [row] = await query<{ readOnly: boolean }>(
    pool,
    sql`SELECT current_setting('transaction_read_only')::boolean AS "readOnly"`,
  );
  if (row?.readOnly) throw new Error('the database is read-only');
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`timeout exceeded when trying to connect (${milliseconds} ms)`)),
      milliseconds,
    );
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined); // it may fail after the time limit
  }
}

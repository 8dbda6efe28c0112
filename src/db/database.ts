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

/** All ways to the database. */
export interface Database {
  /** Records, relations, short writes. Has connections of its own. */
  readonly prisma: PrismaClient;
  /** Lists and raw SQL, through `query` of `sql.ts`. */
  readonly pool: pg.Pool;
  /**
   * Runs the work in one transaction; tries again when it conflicts with others, so the work must not have effects
   * besides the database.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Hands every notification of a channel to the handler; returns a function that ends it. */
  listen(channel: string, handler: NoticeHandler): Promise<() => Promise<void>>;
  /**
   * Resolves when all that was notified by transactions committed before the call has been handed to the handlers; false
   * when the connection for notifications is lost.
   */
  flushNotifications(): Promise<boolean>;
  /** One more pool, for work that must not wait behind the others (the RADIUS data path). Closed with the database. */
  openPool(options: PoolOptions): pg.Pool;
  /** Asks both pools within two seconds whether they can write. @throws when one does not answer, or may only read */
  ping(): Promise<void>;
  /** Ends all connections; waits for running statements, but at most five seconds. Repeatable. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** postgresql://…; not through a pooler in transaction mode, which knows neither LISTEN nor locks of a session. */
  readonly url: string;
  readonly log: Logger;
  /** Connections of Prisma and of the pool, each. Default 10. */
  readonly connections?: number;
}

const PING_TIMEOUT_MS = 2_000;
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Opens the database. Nothing is migrated (`migrate`), nothing is started (`startEmbedded`).
 * @throws when it does not answer
 */
export async function openDatabase({ url, log, connections = 10 }: DatabaseOptions): Promise<Database> {
  const pools: pg.Pool[] = [];
  const silence = new ConnectionWatchdog(url, log);
  const watched = (options: PoolOptions): pg.Pool =>
    createPool(url, options, log).on('connect', (client) => silence.add(client));
  const openPool = (options: PoolOptions): pg.Pool => {
    const pool = watched(options);
    pools.push(pool);
    return pool;
  };
  const pool = openPool({ name: 'sql', max: connections });
  const prismaPool = watched({ name: 'prisma', max: connections });
  // Without a source excerpt in every error, which costs milliseconds.
  const prisma = new PrismaClient({ adapter: prismaAdapter(prismaPool, log), errorFormat: 'minimal' });
  const listener = new Listener(url, log, silence);
  const end = async (): Promise<void> => {
    await listener.close();
    await Promise.all([prisma.$disconnect(), ...pools.map((each) => each.end())]);
    silence.close();
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
    // One at a time, however many ask: what hangs must not take all connections.
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

/** A standby answers as well, and takes nothing. */
async function canWrite(pool: pg.Pool): Promise<void> {
  const [row] = await query<{ readOnly: boolean }>(
    pool,
    sql`SELECT current_setting('transaction_read_only')::boolean AS "readOnly"`,
  );
  if (row?.readOnly) throw new Error('the database may only be read');
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
    work.catch(() => undefined); // it may still fail after nobody waits for it
  }
}

import type pg from 'pg';
import type { Logger } from '../config/log.ts';
import type { NoticeHandler } from './channels.ts';
import type { PoolOptions } from './connection.ts';
import { ConnectionWatchdog } from './connection-watchdog.ts';
import type { PrismaClient } from './generated/client.ts';
import { ListenName } from './listen-name.ts';
import { Listener } from './listener.ts';
import { type MoveOn, NewestChange } from './newest-change.ts';
import { openHistory } from './open-history.ts';
import { pingOf } from './ping.ts';
import { type PoolStatus, statusOf } from './pool-status.ts';
import { poolsOf } from './pools.ts';
import { PrismaConnection } from './prisma.ts';
import { serversAt } from './probe-server.ts';
import type { Servers } from './servers.ts';
import { TIME_LIMITS, type TimeLimits } from './time-limits.ts';
import { type Ended, runTransaction, type TransactionOptions } from './transaction.ts';
import type { Tx } from './tx.ts';
import { UnsentNotifications } from './unsent-notifications.ts';
import { within } from './within.ts';

export type { Notice } from './channels.ts';
export { RolledBack } from './open-transaction.ts';
export { notifies, type Tx } from './tx.ts';

/** All access to the database. */
export interface Database {
  /** For records and relations; outside a transaction it uses the connections of `pool`. */
  readonly prisma: PrismaClient;
  /** For lists and raw SQL, through `query` of `sql.ts`. */
  readonly pool: pg.Pool;
  /** Number of connections, for transactions and for the pool each. */
  readonly connections: number;
  /**
   * For prepared statements that find few rows, by an index, whatever the values: planned once per connection. Half as many
   * connections do, since each statement takes a fraction of a millisecond.
   */
  readonly lookups: pg.Pool;
  /**
   * For logs, exports and deep pages, which may be ten seconds old: the work runs on a standby, if there is one that keeps
   * up, else on `pool`. It may run a second time, so it only reads.
   */
  history<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T>;
  /** How old what `history` reads is at most, in milliseconds; null without a standby. */
  historyLagMs(): number | null;
  /**
   * Runs the work in one transaction. It is run again after a conflict with another transaction, so it must have no effects
   * outside the database. What it notifies is sent right after it.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Calls the handler for every notification of a channel; returns a function that unsubscribes. */
  listen(channel: string, handler: NoticeHandler): Promise<() => Promise<void>>;
  /** Puts a text into the name of the notification connection, while this process is connected (`listen-name.ts`). */
  announce(text: string): Promise<void>;
  /**
   * Resolves with true when the handlers have got all notifications of transactions committed before the call; with false if
   * the notification connection is lost.
   */
  flushNotifications(): Promise<boolean>;
  /** Opens another pool, for work that must not wait for the others (the RADIUS data path). Closed with the database. */
  openPool(options: PoolOptions): pg.Pool;
  /** How busy the pools are now. */
  pools(): readonly PoolStatus[];
  /** Whether the notification connection is open. */
  isListening(): boolean;
  /** Checks that both pools can write. @throws when one does not answer within two seconds or is read-only */
  ping(): Promise<void>;
  /** Closes all connections, after waiting up to five seconds for running statements. May be called again. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** postgresql://…; not a pooler in transaction mode, which supports neither LISTEN nor session locks. */
  readonly url: string | Servers;
  readonly log: Logger;
  /** A standby for `history`. */
  readonly readUrl?: string | undefined;
  /** Number of connections, for transactions and for the pool each; half as many for look-ups. Default 10. */
  readonly connections?: number;
  /** How long a transaction may wait for its next statement before the server ends it; it is run again. Default 60 s. */
  readonly idleTransactionMs?: number;
  /** For a database that went back to an earlier moment while this one was open; without it, that is not noticed. */
  readonly moveOn?: MoveOn;
  readonly limits?: TimeLimits;
  /** Whether another process of this node is counted as the node. */
  readonly isPart?: boolean;
}

/**
 * Transactions and look-ups find few rows by their keys, which takes less time than planning. So statements that run often are
 * planned once per connection, for any values. As that may happen while a table is almost empty, and the plan is kept as the
 * table grows, rows are looked up one by one: a whole table or index is read only where there is no other way. (A hash or merge
 * join would read one, since PostgreSQL expects a hundred rows from each list of records in JSON.)
 */
const KEY_SETTINGS = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');
/** Lists are planned for their values, even those that are kept prepared: a pattern and a rare status need different plans. */
const LIST_SETTINGS = '-c plan_cache_mode=force_custom_plan';

const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Connects to the database. Does not migrate it (`migrate`) or start a server (`startEmbedded`).
 * @throws when the database does not answer
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, readUrl, log, connections = 10, moveOn, idleTransactionMs, limits = TIME_LIMITS } = options;
  const servers = typeof url === 'string' ? serversAt(url, log) : url;
  const watchdog = new ConnectionWatchdog(servers, log);
  const newestChange = moveOn && new NewestChange(moveOn, log);
  const { pools, openPool } = poolsOf({ servers, watchdog, check: newestChange?.check, limits, log });
  const pool = openPool({ name: 'sql', max: connections, settings: LIST_SETTINGS });
  const lookups = openPool({ name: 'lookups', max: Math.ceil(connections / 2), settings: KEY_SETTINGS });
  const unsent = new UnsentNotifications();
  const transacting = { settings: `${KEY_SETTINGS} ${unsent.settings}`, pipelined: true, idleTransactionMs };
  const transactions = openPool({ name: 'transactions', max: connections, ...transacting });
  const history = openHistory({ readUrl, primary: pool, connections, settings: LIST_SETTINGS, log });
  const prisma = new PrismaConnection(pool, log);
  const name = new ListenName(options);
  const listener = new Listener({ servers, log, watchdog, unsent, pool, newestChange, name });
  const afterwards = ({ notifies, change }: Ended): void => {
    newestChange?.saw(change);
    if (notifies) listener.flushSoon();
  };
  const source = { pool: transactions, prisma, log, afterwards, timeoutMs: limits.transactionMs };
  const end = async (): Promise<void> => {
    await Promise.all([listener.close(), history.end()]);
    await prisma.client.$disconnect();
    await Promise.all(pools.map(({ pool: each }) => each.end()));
    watchdog.close();
  };
  const database: Database = {
    prisma: prisma.client,
    ...{ pool, lookups, connections },
    history: history.read,
    historyLagMs: history.lagMs,
    openPool,
    transaction: (work, settings) => runTransaction(source, work, settings),
    listen: (channel, handler) => listener.listen(channel, handler),
    announce: (text) => listener.announce(text),
    flushNotifications: () => listener.flushNotifications(),
    pools: () => pools.map(statusOf),
    isListening: () => listener.isOpen,
    ping: pingOf([pool, transactions]),
    close: closing(end, log),
  };
  try {
    // Prisma connects by itself when it is first used, which not every process does: it compiles 2 MB of WebAssembly.
    await pool.query('SELECT 1');
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Ends the connections once, and waits for that a limited time. */
function closing(end: () => Promise<void>, log: Logger): () => Promise<void> {
  let closed: Promise<void> | undefined;
  const logFailure = (err: unknown): void => log.warn({ err }, 'failed to close the database');
  return () => (closed ??= within(CLOSE_TIMEOUT_MS, end()).catch(logFailure));
}

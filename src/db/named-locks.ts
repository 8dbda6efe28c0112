import type pg from 'pg';
import type { Database } from './database.ts';
import { query, type Sql, sql } from './sql.ts';

/** First half of the key of each advisory lock; the second is a hash of its name. */
const LOCK_CLASS = 72_707_371;
const STATEMENT_TIMEOUT_MS = 5_000;
/**
 * A frozen process keeps its connections, and so would keep its locks for as long as it is frozen. So the server closes the
 * connection when it has been silent for longer than a node that works ever is.
 */
const SILENT_MS = 15_000;

/** The connections of nodes that run jobs: each has one for the locks of its jobs. */
const OF_JOBS = 'job locks';

/** The number of nodes that run jobs. */
export const jobNodes = sql`(SELECT count(*)::int FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = ${`lastmile ${OF_JOBS}`}::text)`;

/** What may be held by one node at a time. */
export interface Locks {
  /** Returns false if another node holds the lock. */
  tryLock(name: string): Promise<boolean>;
  unlock(name: string): Promise<void>;
}

/** For work that nobody else can be doing. */
export const UNSHARED: Locks = { tryLock: async () => true, unlock: async () => undefined };

export interface NamedLocksOptions {
  /** The name of its connection. */
  readonly connection?: string;
  /** After how long a frozen node loses its locks. */
  readonly silentMs?: number;
}

/**
 * Session-level advisory locks on a connection used for nothing else: if the node dies or freezes, or its network fails, the
 * connection closes and PostgreSQL releases the locks. A node that survives its connection learns through `onLost` which
 * locks others may have now.
 */
export class NamedLocks implements Locks {
  readonly #pool: pg.Pool;
  readonly #onLost: (name: string) => void;
  readonly #held = new Set<string>();
  readonly #heartbeatMs: number;
  #connection: pg.PoolClient | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #lastQuery: Promise<unknown> = Promise.resolve();

  constructor(
    { openPool }: Pick<Database, 'openPool'>,
    onLost: (name: string) => void,
    { connection = OF_JOBS, silentMs = SILENT_MS }: NamedLocksOptions = {},
  ) {
    const settings = `-c idle_session_timeout=${silentMs}`;
    this.#pool = openPool({ name: connection, max: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS, settings });
    this.#onLost = onLost;
    this.#heartbeatMs = silentMs / 5;
  }

  async tryLock(name: string): Promise<boolean> {
    const locked = await this.#inTurn(sql`SELECT pg_try_advisory_lock(${LOCK_CLASS}, hashtext(${name})) AS ok`);
    if (locked) this.#held.add(name);
    return locked;
  }

  async unlock(name: string): Promise<void> {
    if (!this.#held.delete(name)) return;
    // If the query fails, the connection is closed and the lock with it.
    await this.#inTurn(sql`SELECT pg_advisory_unlock(${LOCK_CLASS}, hashtext(${name})) AS ok`).catch(() => undefined);
  }

  /** Releases all locks. */
  close(): void {
    this.#held.clear();
    this.#disconnect();
  }

  /** One query at a time: locks are taken and released concurrently. */
  #inTurn(statement: Sql): Promise<boolean> {
    const result = this.#lastQuery.then(() => this.#query(statement));
    this.#lastQuery = result.catch(() => undefined);
    return result;
  }

  async #query(statement: Sql): Promise<boolean> {
    try {
      const [row] = await query<{ ok: boolean }>(this.#connection ?? (await this.#connect()), statement);
      return row?.ok ?? false;
    } catch (error) {
      if (this.#connection) this.#lose(this.#connection);
      throw error;
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect();
    client.on('error', () => this.#lose(client));
    this.#connection = client;
    this.#heartbeat = setInterval(() => this.#beat(), this.#heartbeatMs).unref();
    return client;
  }

  #beat(): void {
    // A failure is that of the connection.
    if (this.#connection) this.#inTurn(sql`SELECT true AS ok`).catch(() => undefined);
  }

  #lose(client: pg.PoolClient): void {
    if (client !== this.#connection) return;
    this.#disconnect();
    const names = [...this.#held];
    this.#held.clear();
    names.forEach(this.#onLost);
  }

  #disconnect(): void {
    clearInterval(this.#heartbeat);
    this.#connection?.release(true);
    this.#connection = undefined;
  }
}

import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { query, type Sql, sql } from '../db/sql.ts';

/** First half of the key of each advisory lock; the second is a hash of the job's name. */
const LOCK_CLASS = 72_707_371;
const STATEMENT_TIMEOUT_MS = 5_000;

/**
 * Session-level advisory locks, one per job, on a connection used for nothing else: if the node or its network dies, the
 * connection closes and PostgreSQL releases the locks. A node that survives its connection learns through `onLost` which
 * jobs other nodes may now run.
 */
export class JobLocks {
  readonly #pool: pg.Pool;
  readonly #onLost: (job: string) => void;
  readonly #held = new Set<string>();
  #connection: pg.PoolClient | undefined;
  #lastQuery: Promise<unknown> = Promise.resolve();

  constructor({ openPool }: Pick<Database, 'openPool'>, onLost: (job: string) => void) {
    this.#pool = openPool({ name: 'job locks', max: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    this.#onLost = onLost;
  }

  /** Returns false if another node holds the lock. */
  async tryLock(job: string): Promise<boolean> {
    const locked = await this.#inTurn(sql`SELECT pg_try_advisory_lock(${LOCK_CLASS}, hashtext(${job})) AS ok`);
    if (locked) this.#held.add(job);
    return locked;
  }

  async unlock(job: string): Promise<void> {
    if (!this.#held.delete(job)) return;
    // If the query fails, the connection is closed and the lock with it.
    await this.#inTurn(sql`SELECT pg_advisory_unlock(${LOCK_CLASS}, hashtext(${job})) AS ok`).catch(() => undefined);
  }

  /** Releases all locks. */
  close(): void {
    this.#held.clear();
    this.#disconnect();
  }

  /** One query at a time: jobs start and end concurrently. */
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
    return client;
  }

  #lose(client: pg.PoolClient): void {
    if (client !== this.#connection) return;
    this.#disconnect();
    const jobs = [...this.#held];
    this.#held.clear();
    jobs.forEach(this.#onLost);
  }

  #disconnect(): void {
    this.#connection?.release(true);
    this.#connection = undefined;
  }
}

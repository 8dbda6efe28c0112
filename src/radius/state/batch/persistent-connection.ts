import type pg from 'pg';

/**
 * A statement is planned once, often while the tables are empty, and must still serve them with millions of rows. So the
 * planner is told that rows are expensive and pages cheap: it then uses an index where it would scan a small table.
 */
const SETTINGS = `SET plan_cache_mode = 'force_generic_plan'; SET enable_seqscan = off; SET enable_mergejoin = off; SET jit = off;
  SET cpu_tuple_cost = 1; SET cpu_index_tuple_cost = 1; SET random_page_cost = 0.01; SET seq_page_cost = 0.01`;

/** There is no connection, so the statement was not sent. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
}

/** One connection that stays open, so that statements are prepared once. Any failure replaces it. */
export class PersistentConnection {
  readonly #pool: pg.Pool;
  #client: pg.PoolClient | undefined;
  #connecting: Promise<pg.PoolClient> | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Statements run one at a time, in the order of the calls. @throws NotConnected, or the database error of the statement */
  async query<T extends object>(config: pg.QueryConfig): Promise<T[]> {
    const client = this.#client ?? (await this.#connected());
    try {
      const { rows } = await client.query<T>(config);
      return rows;
    } catch (error) {
      this.#drop(client);
      throw error;
    }
  }

  close(): void {
    if (this.#client) this.#drop(this.#client);
  }

  #connected(): Promise<pg.PoolClient> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #connect(): Promise<pg.PoolClient> {
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      await client.query(SETTINGS);
    } catch (error) {
      client?.release(true);
      throw new NotConnected('there is no connection to the database', { cause: error });
    }
    this.#client = client;
    return client;
  }

  #drop(client: pg.PoolClient): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.release(true);
  }
}

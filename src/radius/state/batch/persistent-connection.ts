import type pg from 'pg';

/**
 * The plan of a statement is made once, often while the tables are empty, and serves them when they have millions of
 * rows. So the planner is told that rows are dear and pages are cheap: it then finds each row by its index, where it
 * would rather read a small table whole.
 */
const SETTINGS = `SET plan_cache_mode = 'force_generic_plan'; SET enable_seqscan = off; SET enable_mergejoin = off; SET jit = off;
  SET cpu_tuple_cost = 1; SET cpu_index_tuple_cost = 1; SET random_page_cost = 0.01; SET seq_page_cost = 0.01`;

/** There is no connection, for whatever reason: it says nothing about the statement. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
}

/** One connection that stays, so that statements are prepared once; a new one after any failure. */
export class PersistentConnection {
  readonly #pool: pg.Pool;
  #client: pg.PoolClient | undefined;
  #connecting: Promise<pg.PoolClient> | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Statements run one after the other, in the order of the calls. @throws NotConnected, or what the database says of the statement */
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

import type pg from 'pg';

/**
 * What a batch costs must not depend on when its plan was made: tables that were small then are not read whole when they
 * have grown.
 */
const SETTINGS =
  "SET enable_seqscan = off; SET enable_mergejoin = off; SET jit = off; SET plan_cache_mode = 'force_generic_plan'";

/** One connection that stays, so that statements are prepared once; a new one after any failure. */
export class SteadyConnection {
  readonly #pool: pg.Pool;
  #client: pg.PoolClient | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Runs one statement at a time. */
  async query<T extends object>(config: pg.QueryConfig): Promise<T[]> {
    const client = this.#client ?? (await this.#connect());
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

  async #connect(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect();
    client.on('error', ignore); // the next statement notices
    try {
      await client.query(SETTINGS);
    } catch (error) {
      client.release(true);
      throw error;
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

function ignore(): void {}

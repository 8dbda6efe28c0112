import pg from 'pg';
import { expect } from 'vitest';

/** A lock in the database that makes a node wait at a known statement. */
export class HeldLock {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** @param lock a statement that takes it, such as `LOCK TABLE … IN SHARE MODE` */
  static async take(url: string, lock: string): Promise<HeldLock> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('BEGIN');
    await client.query(lock);
    return new HeldLock(client);
  }

  /** Resolves once somebody waits for it. */
  async keepsWaiting(): Promise<void> {
    await expect.poll(() => this.#waiting(), { timeout: 10_000, interval: 25 }).toBeGreaterThan(0);
  }

  /**
   * Ends what waits, and then the lock: what a killed node was about to do never happens. Otherwise the server would only notice
   * after the statement that its client is gone.
   */
  async endWithThoseWaiting(): Promise<void> {
    const end = async () => {
      // Those that wait for one of them wait for this lock next.
      await this.#client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${BLOCKED_BY_ME}`);
      return this.#waiting();
    };
    await expect.poll(end, { timeout: 5_000, interval: 50 }).toBe(0);
    await this.#client.query('ROLLBACK');
    await this.#client.end();
  }

  async #waiting(): Promise<number> {
    const { rows } = await this.#client.query(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE ${BLOCKED_BY_ME}`,
    );
    return rows[0].waiting;
  }
}

const BLOCKED_BY_ME = "wait_event_type = 'Lock' AND pg_backend_pid() = ANY (pg_blocking_pids(pid))";

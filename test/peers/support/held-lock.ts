import pg from 'pg';
import { expect } from 'vitest';

/** A lock in the database that makes a node wait at a known statement. */
export class HeldLock {
  static readonly #held = new Set<HeldLock>();
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
    const held = new HeldLock(client);
    HeldLock.#held.add(held);
    return held;
  }

  /** Ends those that a test which failed has left, so that the next ones fail for reasons of their own. */
  static async endAll(): Promise<void> {
    for (const lock of HeldLock.#held) await lock.#end();
  }

  /** Resolves once each of them makes somebody wait, all at the same moment: a node gives up a statement that waits for long. */
  static async keepWaiting(locks: readonly HeldLock[]): Promise<void> {
    const waiting = () => Promise.all(locks.map(async (lock) => (await lock.#waiting()) > 0));
    await expect.poll(waiting, { interval: 25 }).toEqual(locks.map(() => true));
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
    await expect.poll(end, { interval: 50 }).toBe(0);
    await this.#end();
  }

  async #end(): Promise<void> {
    HeldLock.#held.delete(this);
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

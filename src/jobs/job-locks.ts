import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { query, type Sql, sql } from '../db/sql.ts';

/** First half of the number of each lock; the second is made of the name of the job. */
const LOCKS = 72_707_371;
const ANSWER_MS = 5_000;

/** The jobs that this node is at. */
export interface JobLocks {
  /** False: another node is at it. */
  take(job: string): Promise<boolean>;
  leave(job: string): Promise<void>;
  close(): void;
}

/**
 * A node is at a job while it holds the job's lock, on a connection that does nothing else: with the node, or its network, goes
 * the connection, and with the connection the lock. A node that outlives the connection is told by `lost` that its jobs may
 * begin elsewhere.
 */
export function openJobLocks({ openPool }: Pick<Database, 'openPool'>, lost: (job: string) => void): JobLocks {
  const pool = openPool({ name: 'jobs held', max: 1, statementTimeoutMs: ANSWER_MS });
  const held = new Set<string>();
  let connection: pg.PoolClient | undefined;

  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    client.on('error', () => lose(client));
    connection = client;
    return client;
  }

  function lose(client: pg.PoolClient): void {
    if (client !== connection) return;
    close();
    const jobs = [...held];
    held.clear();
    jobs.forEach(lost);
  }

  function close(): void {
    connection?.release(true);
    connection = undefined;
  }

  let last: Promise<unknown> = Promise.resolve();

  /** One question at a time: jobs come and go beside each other. */
  function ask(question: Sql): Promise<boolean> {
    const answer = last.then(() => askNow(question));
    last = answer.catch(() => undefined);
    return answer;
  }

  async function askNow(question: Sql): Promise<boolean> {
    try {
      const [answer] = await query<{ yes: boolean }>(connection ?? (await connect()), question);
      return answer?.yes ?? false;
    } catch (error) {
      if (connection) lose(connection);
      throw error;
    }
  }

  return {
    async take(job) {
      const got = await ask(sql`SELECT pg_try_advisory_lock(${LOCKS}, hashtext(${job})) AS yes`);
      if (got) held.add(job);
      return got;
    },
    async leave(job) {
      if (!held.delete(job)) return;
      // Where it cannot be asked, connection and lock are gone.
      await ask(sql`SELECT pg_advisory_unlock(${LOCKS}, hashtext(${job})) AS yes`).catch(() => undefined);
    },
    close() {
      held.clear();
      close();
    },
  };
}

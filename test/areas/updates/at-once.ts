import pg from 'pg';
import { afterAll } from 'vitest';
import type { Answer } from '../../fixtures/api.ts';
import type { Subject } from './subjects.ts';

/** Makes calls about a record and returns their responses. */
export type Way = (subject: Subject, calls: readonly (() => Promise<Answer>)[]) => Promise<number[]>;

/** One after the other. */
export const inTurn: Way = async (_, calls) => {
  const statuses: number[] = [];
  for (const call of calls) statuses.push((await call()).status);
  return statuses;
};

/**
 * At once: their row is locked until each of them waits for it or has ended, so that whatever a call reads before it has the
 * lock is outdated when it writes.
 */
export async function atOnce(url: string): Promise<Way> {
  const [holder, watcher] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  await Promise.all([holder.connect(), watcher.connect()]);
  afterAll(() => Promise.all([holder.end(), watcher.end()]));
  return async ({ row }, calls) => {
    await holder.query('BEGIN');
    await holder.query(`${row} FOR UPDATE`);
    let ended = 0;
    const answers = calls.map(async (call) => {
      const { status } = await call();
      ended += 1;
      return status;
    });
    while (ended + (await waiting(watcher)) < calls.length) await moment();
    await holder.query('COMMIT');
    return Promise.all(answers);
  };
}

/** How many connections to the database wait for a lock. */
async function waiting(watcher: pg.Client): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
  );
  return rows[0]?.count ?? 0;
}

const moment = () => new Promise((resolve) => setTimeout(resolve, 2));

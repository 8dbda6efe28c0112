import type pg from 'pg';
import type PgBoss from 'pg-boss';
import { problemOf } from '../db/problem.ts';
import { query, sql } from '../db/sql.ts';
import { type Job, maxMsOf } from './job.ts';

/** Held by one node at a time during set-up. */
const SETUP_LOCK = 72_707_370;
const ATTEMPTS = 10;
const RETRIES = { retryLimit: 5, retryDelay: 30, retryBackoff: true } as const;

/** Creates or migrates the schema of pg-boss, and creates or updates a queue for each job. */
export async function setUpQueues(pool: pg.Pool, boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const client = await pool.connect();
  try {
    await query(client, sql`SELECT pg_advisory_lock(${SETUP_LOCK})`);
    await boss.start();
    const existing = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const job of jobs) await retryConflicts(() => ensureQueue(boss, job, existing.has(job.name)));
  } finally {
    client.release(true); // closing the connection releases the lock
  }
}

async function ensureQueue(boss: PgBoss, job: Job, exists: boolean): Promise<void> {
  const { name } = job;
  const expireInSeconds = Math.ceil(maxMsOf(job) / 1000);
  const options = { name, policy: 'stately' as const, expireInSeconds, ...RETRIES };
  if (exists) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}

/** Nodes that are already running, with fewer jobs, may deadlock with the creation of a queue's table. */
async function retryConflicts(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS || problemOf(error)?.kind !== 'conflict') throw error;
    }
  }
}

import type pg from 'pg';
import PgBoss from 'pg-boss';
import type { Kernel } from '../core/kernel.ts';
import { problemOf } from '../db/problem.ts';
import { query, sql } from '../db/sql.ts';
import { logTrouble } from '../db/trouble.ts';
import type { Job } from './job.ts';
import { openJobLocks } from './job-locks.ts';

/** Behind everything else that waits for the database. */
const CONNECTIONS = 2;
const MAX_MS = 5 * 60_000;
/** A slot is known as long as its row is kept: longer than the longest interval. */
const KEPT_SECONDS = 2 * 24 * 3600;
const RETRIES = { retryLimit: 5, retryDelay: 30, retryBackoff: true } as const;

export const longestTurnMs = ({ mostMs = MAX_MS }: Job): number => mostMs;

/** Where the nodes agree which of them does what. */
export interface Queue {
  /** Asks for a turn of the job, unless one was asked for in this interval, by whatever node. */
  offer(job: Job): Promise<void>;
  /** A turn that waits, if no node is at one. Nobody else gets one before `leave`, or before this node dies. */
  take(job: Job): Promise<string | undefined>;
  /** Behind the turn, and behind what is said of it. */
  leave(job: Job): Promise<void>;
  done(job: Job, turn: string): Promise<void>;
  /** Asks for one more turn, at once. */
  again(job: Job): Promise<void>;
  /** It comes again after a while, on any node; after some times not before the next interval. */
  failed(job: Job, turn: string, reason: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * The queue is pg-boss, in a schema of its own that it makes and migrates itself: it stores the turns, hands each out once, at
 * most one of a job at a time, and remembers which are to come again. Three things of it are not used. Its cron forgets what fell
 * due while no node ran; a slot of `singletonSeconds` does not. Its workers let the rejection of a lost connection go unhandled,
 * which ends a node; ours are in run.ts. It takes the turn of a dead node back when the time of the turn is over, which may be
 * hours; whoever gets the lock of the job knows at once (holds.ts). `lost` is told of a job that this node is at and holds no more.
 */
export async function openQueue(
  { db, log }: Pick<Kernel, 'db' | 'log'>,
  jobs: readonly Job[],
  lost: (job: string) => void,
): Promise<Queue> {
  const pool = db.openPool({ name: 'jobs', max: CONNECTIONS });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    archiveCompletedAfterSeconds: KEPT_SECONDS,
    deleteAfterSeconds: KEPT_SECONDS,
  });
  boss.on('error', (err) => logTrouble(log, { err }, 'maintenance of the job queue failed'));
  await setUp(pool, boss, jobs);
  const holds = openJobLocks(db, lost);

  /** What is still at work although nobody holds the job was left by a node that died, or that could not say how it ended. */
  async function takeBack(name: string): Promise<void> {
    const left = await query<{ id: string }>(
      pool,
      sql`SELECT id FROM pgboss.job WHERE name = ${name} AND state = 'active'`,
    );
    if (left.length === 0) return;
    log.warn({ job: name }, 'the node that ran a job has disappeared; the job will be retried');
    for (const { id } of left) await boss.fail(name, id, { reason: 'its node disappeared' });
  }

  async function take({ name }: Job): Promise<string | undefined> {
    if (!(await holds.take(name))) return undefined;
    let turn: string | undefined;
    try {
      await takeBack(name);
      turn = (await boss.fetch(name))[0]?.id;
      return turn;
    } finally {
      if (!turn) await holds.leave(name);
    }
  }

  return {
    take,
    leave: ({ name }) => holds.leave(name),
    offer: async ({ name, everyMs }) => void (await boss.send(name, {}, { singletonSeconds: everyMs / 1000 })),
    done: ({ name }, turn) => boss.complete(name, turn),
    again: async ({ name }) => void (await boss.send(name, {})),
    failed: ({ name }, turn, reason) => boss.fail(name, turn, { reason }),
    async close() {
      holds.close();
      await boss.stop({ graceful: false, close: false });
    },
  };
}

/** Kept by one node at a time while it makes what is missing. */
const SET_UP_LOCK = 72_707_370;
const ATTEMPTS = 10;

/** The schema and a queue for each job. Nodes that are at work already, and know fewer jobs, may get in the way of a new table. */
async function setUp(pool: pg.Pool, boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const client = await pool.connect();
  try {
    await query(client, sql`SELECT pg_advisory_lock(${SET_UP_LOCK})`);
    await boss.start();
    const known = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const job of jobs) await retried(() => declare(boss, job, known.has(job.name)));
  } finally {
    client.release(true); // and with the connection goes the lock
  }
}

async function declare(boss: PgBoss, job: Job, known: boolean): Promise<void> {
  const { name } = job;
  const expireInSeconds = Math.ceil(longestTurnMs(job) / 1000);
  const options = { name, policy: 'stately' as const, expireInSeconds, ...RETRIES };
  if (known) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}

async function retried(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS || problemOf(error)?.kind !== 'conflict') throw error;
    }
  }
}

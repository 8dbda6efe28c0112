import type pg from 'pg';
import PgBoss from 'pg-boss';
import type { Logger } from '../config/log.ts';
import type { Kernel } from '../core/kernel.ts';
import { type Locks, NamedLocks } from '../db/named-locks.ts';
import { query, sql } from '../db/sql.ts';
import { logThrottled } from '../db/throttled-log.ts';
import type { Job } from './job.ts';
import { setUpQueues } from './queue-setup.ts';

/** Few: jobs give way to everything else that waits for the database. */
const CONNECTIONS = 2;
/** An interval counts as served while the row of its run is kept, so longer than the longest interval. */
const KEPT_SECONDS = 2 * 24 * 3600;

interface Parts {
  readonly pool: pg.Pool;
  readonly boss: PgBoss;
  readonly locks: NamedLocks;
  /** By the name of a lock that a job has taken besides its own: the job. */
  readonly jobOf: Map<string, string>;
  readonly log: Logger;
}

/**
 * Assigns the runs of jobs to nodes. The queue is pg-boss, in a schema of its own that it creates and migrates itself: it
 * stores the runs, hands out at most one run of a job at a time, and schedules retries. Three of its features are not used:
 * - Its cron forgets runs that were due while no node was up; a `singletonSeconds` slot does not.
 * - Its workers leave the rejection of a lost connection unhandled, which ends a node; `JobRunner` replaces them.
 * - It retries the run of a dead node only after the run's time limit, which may be hours; `NamedLocks` show it at once.
 */
export class JobQueue {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `onLost` is called with the name of a job that this node is running but of which it has lost a lock. */
  static async open(
    { db, log }: Pick<Kernel, 'db' | 'log'>,
    jobs: readonly Job[],
    onLost: (job: string) => void,
  ): Promise<JobQueue> {
    const pool = db.openPool({ name: 'jobs', max: CONNECTIONS });
    const boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schedule: false,
      archiveCompletedAfterSeconds: KEPT_SECONDS,
      deleteAfterSeconds: KEPT_SECONDS,
    });
    boss.on('error', (err) => logThrottled(log, { err }, 'maintenance of the job queue failed'));
    await setUpQueues(pool, boss, jobs);
    const jobOf = new Map<string, string>();
    const locks = new NamedLocks(db, (name) => onLost(jobOf.get(name) ?? name));
    return new JobQueue({ pool, boss, locks, jobOf, log });
  }

  /** What the job divides among nodes. */
  locksOf({ name: job }: Job): Locks {
    const { locks, jobOf } = this.#parts;
    return {
      tryLock: (name) => {
        jobOf.set(name, job);
        return locks.tryLock(name);
      },
      unlock: (name) => locks.unlock(name),
    };
  }

  /** Queues a run of the job, unless a node has already queued one in this interval. */
  async enqueue({ name, everyMs }: Job): Promise<void> {
    await this.#parts.boss.send(name, {}, { singletonSeconds: everyMs / 1000 });
  }

  /** Queues another run at once, whatever the interval. */
  async enqueueNow({ name }: Job): Promise<void> {
    await this.#parts.boss.send(name, {});
  }

  /**
   * Locks the job and returns the id of a queued run; undefined if no run is queued or another node is running the job. No
   * other node gets a run of the job until `release`, or until this node dies.
   */
  async fetch({ name }: Job): Promise<string | undefined> {
    if (!(await this.#parts.locks.tryLock(name))) return undefined;
    let runId: string | undefined;
    try {
      await this.#failAbandoned(name);
      runId = (await this.#parts.boss.fetch(name))[0]?.id;
      return runId;
    } finally {
      if (!runId) await this.#parts.locks.unlock(name);
    }
  }

  complete({ name }: Job, runId: string): Promise<void> {
    return this.#parts.boss.complete(name, runId);
  }

  /** The run is retried after a pause, on any node; after the last retry not before the next interval. */
  fail({ name }: Job, runId: string, reason: string): Promise<void> {
    return this.#parts.boss.fail(name, runId, { reason });
  }

  /** Call after `complete` or `fail`. */
  release({ name }: Job): Promise<void> {
    return this.#parts.locks.unlock(name);
  }

  async close(): Promise<void> {
    this.#parts.locks.close();
    await this.#parts.boss.stop({ graceful: false, close: false });
  }

  /** A run that is active while no node held the lock belongs to a node that died or could not save its result. */
  async #failAbandoned(name: string): Promise<void> {
    const abandoned = await query<{ id: string }>(
      this.#parts.pool,
      sql`SELECT id FROM pgboss.job WHERE name = ${name} AND state = 'active'`,
    );
    if (abandoned.length === 0) return;
    this.#parts.log.warn({ job: name }, 'the node that ran a job has disappeared; the job will be retried');
    for (const { id } of abandoned) await this.#parts.boss.fail(name, id, { reason: 'its node disappeared' });
  }
}

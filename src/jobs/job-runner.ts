import { setTimeout as sleep } from 'node:timers/promises';
import type { Kernel } from '../core/kernel.ts';
import { logThrottled } from '../db/throttled-log.ts';
import { type Job, maxMsOf, UNFINISHED } from './job.ts';
import { JobQueue } from './job-queue.ts';
import { JobTable } from './job-table.ts';
import { createJobMetrics, type JobMetrics, type Outcome } from './metrics.ts';
import { RunReport } from './run-report.ts';
import { SCHEDULE } from './schedule.ts';

/** How often a node polls for queued runs, and how often it queues those that are due. */
const PACE = { pollMs: 5_000, enqueueMs: 20_000 };
/** A run is aborted this long before its time limit, so that it ends before another node may run the job. */
const MARGIN_MS = 15_000;
const STOP_WITHIN_MS = 3_000;

interface ActiveRun {
  /** Null for a job that runs on every node: it is in no queue. */
  readonly id: string | null;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** Runs the schedule together with the other nodes: each queued run on one node, and no two runs of a job at a time. */
export class JobRunner {
  readonly #kernel: Kernel;
  readonly #schedule: readonly Job[];
  readonly #pace: typeof PACE;
  readonly #queue: JobQueue;
  readonly #metrics: JobMetrics;
  readonly #table: JobTable;
  readonly #active: Map<Job, ActiveRun>;
  readonly #dueChecks = new Map<Job, number>();
  readonly #stopping = new AbortController();
  readonly #polling: Promise<void>;

  static async start(kernel: Kernel, schedule: readonly Job[] = SCHEDULE, pace = PACE): Promise<JobRunner> {
    const active = new Map<Job, ActiveRun>();
    const queued = schedule.filter((job) => !job.onEveryNode);
    const abort = (name: string) => [...active].find(([job]) => job.name === name)?.[1].abort.abort();
    const queue = await JobQueue.open(kernel, queued, abort);
    await new JobTable(kernel).register(schedule);
    return new JobRunner(kernel, schedule, pace, queue, active);
  }

  private constructor(
    kernel: Kernel,
    schedule: readonly Job[],
    pace: typeof PACE,
    queue: JobQueue,
    active: Map<Job, ActiveRun>,
  ) {
    this.#kernel = kernel;
    this.#schedule = schedule;
    this.#pace = pace;
    this.#queue = queue;
    this.#active = active;
    this.#metrics = createJobMetrics(kernel.metrics);
    this.#table = new JobTable(kernel);
    this.#polling = this.#poll();
  }

  /** Aborts the active runs; one that does not end in time is left to another node. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const { abort } of this.#active.values()) abort.abort();
    const ended = Promise.all([this.#polling, ...[...this.#active.values()].map((run) => run.ended)]);
    await Promise.race([ended, sleep(STOP_WITHIN_MS)]);
    for (const [job, { id }] of this.#active)
      if (id !== null) await this.#queue.fail(job, id, 'the node stopped').catch(() => undefined);
    await this.#queue.close();
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#startDue().catch((err) =>
        logThrottled(this.#kernel.log, { err }, 'the job queue is unavailable; retrying'),
      );
      await sleep(this.#pace.pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #startDue(): Promise<void> {
    for (const job of this.#schedule) {
      if (this.#stopping.signal.aborted || this.#active.has(job)) continue;
      if (job.onEveryNode) {
        if (this.#isDue(job, job.everyMs)) this.#start(job, null);
        continue;
      }
      if (this.#isDue(job, this.#pace.enqueueMs)) await this.#queue.enqueue(job);
      const id = await this.#queue.fetch(job);
      if (id !== undefined) this.#start(job, id);
    }
  }

  /** True once in `everyMs`, on this node. */
  #isDue(job: Job, everyMs: number): boolean {
    const now = performance.now();
    if (now - (this.#dueChecks.get(job) ?? Number.NEGATIVE_INFINITY) < everyMs) return false;
    this.#dueChecks.set(job, now);
    return true;
  }

  #start(job: Job, id: string | null): void {
    const abort = new AbortController();
    const maxMs = maxMsOf(job);
    const abortTimer = setTimeout(() => abort.abort(), Math.max(1_000, maxMs - MARGIN_MS));
    const releaseTimer = setTimeout(() => void this.#queue.release(job), maxMs);
    const ended = this.#run(job, id, abort.signal)
      // The next node that locks the job finds the run abandoned and retries it.
      .catch((err) => logThrottled(this.#kernel.log, { err, job: job.name }, 'cannot save the result of a job'))
      .then(() => this.#queue.release(job))
      .finally(() => {
        clearTimeout(abortTimer);
        clearTimeout(releaseTimer);
        this.#active.delete(job);
      });
    this.#active.set(job, { id, abort, ended });
  }

  async #run(job: Job, id: string | null, signal: AbortSignal): Promise<void> {
    const { log } = this.#kernel;
    const report = new RunReport(job.name, this.#metrics, log);
    const progress = (processed: number, total: number) => report.progress(processed, total);
    let outcome: Outcome = 'failed';
    let reason = '';
    await this.#table.started(job);
    try {
      const locks = this.#queue.locksOf(job);
      outcome = (await job.run(this.#kernel, { signal, progress, locks })) === UNFINISHED ? 'unfinished' : 'done';
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      // An aborted run may end by throwing.
      if (!signal.aborted)
        logThrottled(log, { err: error, level: 'error', job: job.name }, 'job failed; it will be retried');
    }
    report.ended(outcome);
    await this.#table.ended(job, outcome, reason);
    if (id === null) {
      if (outcome === 'unfinished') this.#dueChecks.delete(job);
      return;
    }
    if (outcome === 'failed') return this.#queue.fail(job, id, reason);
    await this.#queue.complete(job, id);
    if (outcome === 'unfinished') await this.#queue.enqueueNow(job);
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Kernel } from '../core/kernel.ts';
import { logTrouble } from '../db/trouble.ts';
import { type Job, UNFINISHED } from './job.ts';
import { createJobMetrics, type Outcome, type Progress } from './metrics.ts';
import { longestTurnMs, openQueue } from './queue.ts';
import { SCHEDULE } from './schedule.ts';

/** How often a node looks for a turn, and asks for those that are due. */
const PACE = { lookMs: 5_000, offerMs: 20_000 };
/** A turn that is told to end this long before its time is over ends before another node may begin it. */
const MARGIN_MS = 15_000;
const STOP_WITHIN_MS = 3_000;

interface Running {
  /** Null: not from the queue. */
  readonly turn: string | null;
  readonly ending: AbortController;
  readonly ended: Promise<void>;
}

/** Runs the jobs of the schedule together with the other nodes: each turn on one of them, and no two of a job at a time. */
export async function startJobs(kernel: Kernel, schedule: readonly Job[] = SCHEDULE, pace = PACE) {
  const { log } = kernel;
  const running = new Map<Job, Running>();
  const queue = await openQueue(
    kernel,
    schedule.filter((job) => !job.onEveryNode),
    // Another node may begin it now.
    (name) => [...running].find(([job]) => job.name === name)?.[1].ending.abort(),
  );
  const metrics = createJobMetrics(kernel.metrics);
  const stopping = new AbortController();
  const offered = new Map<Job, number>();

  async function look(): Promise<void> {
    for (const job of schedule) {
      if (stopping.signal.aborted || running.has(job)) continue;
      const turn = job.onEveryNode ? timed(job) : await queued(job);
      if (turn !== undefined) start(job, turn);
    }
  }

  function timed(job: Job): null | undefined {
    return isDue(job, job.everyMs) ? null : undefined;
  }

  async function queued(job: Job): Promise<string | undefined> {
    if (isDue(job, pace.offerMs)) await queue.offer(job);
    return queue.take(job);
  }

  /** Once in so long, on this node. */
  function isDue(job: Job, everyMs: number): boolean {
    const now = performance.now();
    if (now - (offered.get(job) ?? Number.NEGATIVE_INFINITY) < everyMs) return false;
    offered.set(job, now);
    return true;
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch((err) => logTrouble(log, { err }, 'the job queue is unavailable; retrying'));
      await pause(pace.lookMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  function start(job: Job, turn: string | null): void {
    const ending = new AbortController();
    const most = longestTurnMs(job);
    const told = setTimeout(() => ending.abort(), Math.max(1_000, most - MARGIN_MS));
    const over = setTimeout(() => void queue.leave(job), most);
    const ended = run(job, turn, ending.signal)
      // Whoever looks next takes the turn back.
      .catch((err) => logTrouble(log, { err, job: job.name }, 'the result of a job could not be saved'))
      .then(() => queue.leave(job))
      .finally(() => {
        clearTimeout(told);
        clearTimeout(over);
        running.delete(job);
      });
    running.set(job, { turn, ending, ended });
  }

  async function run(job: Job, turn: string | null, signal: AbortSignal): Promise<void> {
    const report = reportOn(job);
    let outcome: Outcome = 'failed';
    let reason = '';
    try {
      outcome = (await job.run(kernel, { signal, progress: report.progress })) === UNFINISHED ? 'unfinished' : 'done';
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      // One that was told to end may end like that.
      if (!signal.aborted)
        logTrouble(log, { err: error, level: 'error', job: job.name }, 'job failed; it will be retried');
    }
    report.ended(outcome);
    if (turn === null) return;
    if (outcome === 'failed') return queue.failed(job, turn, reason);
    await queue.done(job, turn);
    if (outcome === 'unfinished') await queue.again(job);
  }

  function reportOn({ name: job }: Job) {
    const startedAt = performance.now();
    let items: Partial<Progress> = {};
    metrics.started(job);
    return {
      progress(processed: number, total: number): void {
        items = { processed, total };
        metrics.progress(job, { processed, total });
      },
      ended(outcome: Outcome): void {
        const ms = Math.round(performance.now() - startedAt);
        metrics.ended(job, outcome, ms / 1000);
        const level = outcome === 'done' && ms < 1_000 && items.total === undefined ? 'debug' : 'info';
        log[level]({ job, outcome, ms, ...items }, 'a job had its turn');
      },
    };
  }

  const watching = watch();
  return {
    /** Turns are asked to end; one that does not is left to another node. */
    async stop(): Promise<void> {
      stopping.abort();
      for (const { ending } of running.values()) ending.abort();
      const over = Promise.all([watching, ...[...running.values()].map(({ ended }) => ended)]);
      await Promise.race([over, pause(STOP_WITHIN_MS)]);
      for (const [job, { turn }] of running)
        if (turn !== null) await queue.failed(job, turn, 'the node stopped').catch(() => undefined);
      await queue.close();
    },
  };
}

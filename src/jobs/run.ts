import type { Kernel } from '../core/kernel.ts';
import { type Job, SCHEDULE } from './schedule.ts';

/** Runs each job at once and then on its interval, never twice at a time on this node. */
export function startJobs(kernel: Kernel, schedule: readonly Job[] = SCHEDULE) {
  let stopping = false;
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  async function run(job: Job): Promise<void> {
    try {
      await job.run(kernel);
    } catch (error) {
      kernel.log.error({ err: error, job: job.name }, 'a job failed; it is tried again at its next turn');
    }
    if (!stopping)
      timers.set(
        job,
        setTimeout(() => start(job), job.everyMs),
      );
  }

  function start(job: Job): void {
    const turn = run(job).finally(() => running.delete(turn));
    running.add(turn);
  }

  for (const job of schedule) start(job);
  return {
    async stop(): Promise<void> {
      stopping = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

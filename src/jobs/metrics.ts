import { Counter, Gauge, type Registry } from 'prom-client';

/** How a run ended. */
export type Outcome = 'done' | 'unfinished' | 'failed';

/** In items. */
export interface Progress {
  readonly processed: number;
  readonly total: number;
}

export type JobMetrics = ReturnType<typeof createJobMetrics>;

/**
 * Runs on this node. Over several nodes the counters add up, and the latest timestamp is that of the last run. The label is not
 * `job`, which Prometheus gives to whatever it scrapes.
 */
export function createJobMetrics(registry: Registry) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['job_name'], registers: [registry] });
  const runs = new Counter({
    name: 'lastmile_job_turns_total',
    help: 'Runs of the job on this node, by outcome',
    labelNames: ['job_name', 'outcome'],
    registers: [registry],
  });
  const running = gauge('lastmile_job_running', '1 while this node is running the job');
  const seconds = gauge('lastmile_job_seconds', 'Duration of the last run of the job');
  const endedAt = new Gauge({
    name: 'lastmile_job_ended_timestamp_seconds',
    help: 'When the last run of the job ended, by outcome',
    labelNames: ['job_name', 'outcome'],
    registers: [registry],
  });
  const processed = gauge('lastmile_job_processed', 'Items that the last run of the job has processed');
  const total = gauge('lastmile_job_items', 'Items that the last run of the job had to process');
  return {
    started(job: string): void {
      running.set({ job_name: job }, 1);
    },
    progress(job: string, items: Progress): void {
      processed.set({ job_name: job }, items.processed);
      total.set({ job_name: job }, items.total);
    },
    ended(job: string, outcome: Outcome, durationS: number): void {
      running.set({ job_name: job }, 0);
      runs.inc({ job_name: job, outcome });
      seconds.set({ job_name: job }, durationS);
      endedAt.setToCurrentTime({ job_name: job, outcome });
    },
  };
}

import { Counter, Gauge, type Registry } from 'prom-client';

/** How a turn ended. */
export type Outcome = 'done' | 'unfinished' | 'failed';

/** How far a turn is. */
export interface Progress {
  readonly processed: number;
  readonly total: number;
}

/** What this node did; several nodes add up, and the youngest timestamp is the last turn. */
export function createJobMetrics(registry: Registry) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['job'], registers: [registry] });
  const turns = new Counter({
    name: 'lastmile_job_turns_total',
    help: 'Turns of a job on this node by outcome',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  });
  const running = gauge('lastmile_job_running', '1 while this node is at a turn of the job');
  const seconds = gauge('lastmile_job_seconds', 'How long the last turn of the job took');
  const endedAt = new Gauge({
    name: 'lastmile_job_ended_timestamp_seconds',
    help: 'When the last turn of the job ended, by outcome',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  });
  const processed = gauge('lastmile_job_processed', 'Items that the last turn of the job is through with');
  const total = gauge('lastmile_job_total', 'Items that the last turn of the job had before it');
  return {
    started(job: string): void {
      running.set({ job }, 1);
    },
    progress(job: string, items: Progress): void {
      processed.set({ job }, items.processed);
      total.set({ job }, items.total);
    },
    ended(job: string, outcome: Outcome, took: number): void {
      running.set({ job }, 0);
      turns.inc({ job, outcome });
      seconds.set({ job }, took);
      endedAt.setToCurrentTime({ job, outcome });
    },
  };
}

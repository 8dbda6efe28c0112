import type { Logger } from '../config/log.ts';
import type { JobMetrics, Outcome, Progress } from './metrics.ts';

/** Shorter runs that report no progress are logged at debug level. */
const NOTABLE_MS = 1_000;

/** The metrics and the log line of one run. */
export class RunReport {
  readonly #job: string;
  readonly #metrics: JobMetrics;
  readonly #log: Logger;
  readonly #startedAt = performance.now();
  #progress: Partial<Progress> = {};

  constructor(job: string, metrics: JobMetrics, log: Logger) {
    this.#job = job;
    this.#metrics = metrics;
    this.#log = log;
    metrics.started(job);
  }

  progress(processed: number, total: number): void {
    this.#progress = { processed, total };
    this.#metrics.progress(this.#job, { processed, total });
  }

  ended(outcome: Outcome): void {
    const ms = Math.round(performance.now() - this.#startedAt);
    this.#metrics.ended(this.#job, outcome, ms / 1000);
    const isRoutine = outcome === 'done' && ms < NOTABLE_MS && this.#progress.total === undefined;
    this.#log[isRoutine ? 'debug' : 'info']({ job: this.#job, outcome, ms, ...this.#progress }, 'job finished');
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../config/log.ts';
import { problemOf } from '../../db/problem.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import type { RadiusMetrics } from '../server/radius-metrics.ts';
import { NotConnected, type PersistentConnection } from '../state/batch/persistent-connection.ts';

export interface RetryingConnectionOptions {
  readonly connection: PersistentConnection;
  readonly metrics: RadiusMetrics;
  readonly log: Logger;
}

const MAX_CONFLICTS = 10;
/** Two nodes that insert the same session collide once; a record that keeps colliding is itself wrong. */
const MAX_COLLISIONS = 4;
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;

/** Commits statements, each repeated until the database accepts it or rejects it for good. */
export class RetryingConnection {
  readonly #options: RetryingConnectionOptions;
  #stopped = false;

  constructor(options: RetryingConnectionOptions) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** From now on a failure is not retried. */
  stop(): void {
    this.#stopped = true;
  }

  /**
   * The rows of a statement, which must do no harm when it is repeated: the response to a commit may be lost. A named
   * statement stays prepared. @throws what the database rejects it with, or any failure after `stop`
   */
  async commit<T extends object>(text: string, values: unknown[], name?: string): Promise<T[]> {
    const { connection, metrics, log } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        const startedAt = performance.now();
        const rows = await connection.query<T>({ text, values, ...(name ? { name } : {}) });
        metrics.commitSeconds.observe((performance.now() - startedAt) / 1000);
        return rows;
      } catch (error) {
        const pauseMs = pauseAfter(error, attempt);
        if (this.#stopped || pauseMs === null) throw error;
        logThrottled(log, { err: error }, 'accounting records are waiting for the database');
        await sleep(pauseMs);
      }
    }
  }
}

/** Milliseconds until the next attempt; null when another attempt would not help. */
function pauseAfter(error: unknown, attempt: number): number | null {
  const pauseMs = Math.min(MIN_PAUSE_MS * 2 ** Math.min(attempt - 1, 10), MAX_PAUSE_MS);
  if (error instanceof NotConnected) return pauseMs;
  const kind = problemOf(error)?.kind;
  if (kind === 'unavailable' || (kind === 'conflict' && attempt < MAX_CONFLICTS)) return pauseMs;
  // Another node inserted the session at the same moment: the next attempt finds it.
  return kind === 'unique' && attempt < MAX_COLLISIONS ? 0 : null;
}

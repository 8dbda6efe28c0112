import type pg from 'pg';
import { BatchQueue } from '../batch/batch-queue.ts';
import { readVolumeLeft } from './read-volume.ts';

/** How long a log-in waits for a silent database. */
const TIMEOUT_MS = 1_000;
const MAX_WAITING = 10_000;

interface Question {
  readonly serviceId: number;
  readonly resolve: (volume: bigint | null) => void;
}

/** What volume services have left, from the database, since their counters are not in memory. Questions are batched. */
export class VolumeLeft {
  readonly #pool: pg.Pool;
  readonly #questions: BatchQueue<Question>;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#questions = new BatchQueue((questions) => this.#query(questions), {
      maxItems: 500,
      maxWaiting: MAX_WAITING,
      onDrop: ({ resolve }) => resolve(null),
    });
  }

  /** In bytes. Null: its volume has no end, or the database does not say in time. */
  of(serviceId: number): Promise<bigint | null> {
    return new Promise((resolvePromise) => {
      const timer = setTimeout(resolvePromise, TIMEOUT_MS, null);
      const resolve = (volume: bigint | null) => {
        clearTimeout(timer);
        resolvePromise(volume);
      };
      this.#questions.add({ serviceId, resolve });
    });
  }

  async #query(questions: readonly Question[]): Promise<void> {
    let found = new Map<number, bigint>();
    try {
      found = await readVolumeLeft(this.#pool, [...new Set(questions.map(({ serviceId }) => serviceId))]);
    } catch {
      // The log-in is answered without a limit; accounting ends the session where the volume does.
    } finally {
      for (const { serviceId, resolve } of questions) resolve(found.get(serviceId) ?? null);
    }
  }
}

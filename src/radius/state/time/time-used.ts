import type pg from 'pg';
import { BatchQueue } from '../batch/batch-queue.ts';
import { readTimeUsed } from './read-time-used.ts';

const MAX_WAITING = 10_000;

interface Question {
  readonly serviceId: number;
  readonly at: number;
  resolve(seconds: number): void;
  reject(error: unknown): void;
}

/** How long services of plans with a limit have been online, from the database. Questions are batched. */
export class TimeUsed {
  readonly #pool: pg.Pool;
  readonly #questions: BatchQueue<Question>;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#questions = new BatchQueue((questions) => this.#query(questions), {
      maxItems: 500,
      maxWaiting: MAX_WAITING,
      onDrop: ({ reject }) => reject(new Error('too many log-ins wait for their time')),
    });
  }

  /** In seconds, in the present period. `at`: the time, in milliseconds. @throws what the database throws */
  of(serviceId: number, at: number): Promise<number> {
    return new Promise((resolve, reject) => this.#questions.add({ serviceId, at, resolve, reject }));
  }

  async #query(questions: readonly Question[]): Promise<void> {
    try {
      const now = new Date(Math.max(...questions.map(({ at }) => at)));
      const found = await readTimeUsed(this.#pool, [...new Set(questions.map(({ serviceId }) => serviceId))], now);
      for (const { serviceId, resolve } of questions) resolve(found.get(serviceId) ?? 0);
    } catch (error) {
      for (const { reject } of questions) reject(error);
    }
  }
}

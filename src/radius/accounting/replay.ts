import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../config/log.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import type { RadiusMetrics } from '../server/radius-metrics.ts';
import type { Journal } from './journal/journal.ts';
import type { AccountingRecord, SessionRecord } from './record/record.ts';
import type { Recorder } from './recorder.ts';

export interface ReplayOptions {
  readonly database: Recorder;
  readonly journal: Journal;
  readonly metrics: RadiusMetrics;
  readonly log: Logger;
  readonly onEnded: (record: SessionRecord) => void;
  readonly onReplayed: (records: readonly AccountingRecord[]) => void;
}

const MAX_BATCH = 2_000;
const RETRY_MS = 1_000;
/** From so little on, new records wait until the journal is empty: under a steady load it would never be otherwise. */
const SWITCHOVER_BYTES = 2 * 1024 * 1024;

/** Writes the journal to the database, oldest records first, until it is empty. */
export class Replay {
  readonly #options: ReplayOptions;
  #running: Promise<void> | undefined;
  #stopped = false;
  #switchover: Promise<void> | undefined;

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  /** New records must go to the journal. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when the journal is empty if it soon will be, which is not certain; else at once. */
  get switchover(): Promise<void> {
    return this.#switchover ?? Promise.resolve();
  }

  async finished(): Promise<void> {
    await this.#running;
  }

  /** `attempt`: a batch that the database may still accept; it goes first. */
  start(attempt: Promise<unknown> = Promise.resolve()): void {
    // Caught here: of two concurrent attempts only the first is awaited by the run.
    const settled = attempt.catch(() => undefined);
    this.#running ??= this.#run(settled);
  }

  /** The switchover takes too long: new records go to the journal again. */
  cancelSwitchover(): void {
    this.#switchover = undefined;
  }

  stop(): void {
    this.#stopped = true;
  }

  async #run(attempt: Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    await attempt;
    let records = 0;
    while (!this.#stopped) {
      try {
        records += await this.#next();
        if (this.#options.journal.isEmpty) {
          this.#running = undefined;
          this.#switchover = undefined;
          const seconds = Math.round((performance.now() - startedAt) / 1000);
          this.#options.log.info({ records, seconds }, 'wrote the whole accounting journal to the database');
          return;
        }
      } catch (err) {
        if (this.#stopped) return;
        logThrottled(
          this.#options.log,
          { err, level: 'error' },
          'cannot write the accounting journal to the database; retrying',
        );
        await sleep(RETRY_MS);
      }
    }
  }

  /** Writes the oldest file; returns the number of its records. */
  async #next(): Promise<number> {
    const { journal, database, metrics, onEnded, onReplayed } = this.#options;
    if (journal.bytes < SWITCHOVER_BYTES) this.#switchover ??= this.#untilEmpty();
    const records = await journal.oldest();
    if (records === null) return 0;
    for (let at = 0; at < records.length; at += MAX_BATCH) {
      if (this.#stopped) throw new Error('the node is stopping');
      const part: AccountingRecord[] = records.slice(at, at + MAX_BATCH);
      const { ended } = await database.record(part);
      for (const record of ended) onEnded(record);
      onReplayed(part);
      metrics.replayed.count += part.length;
    }
    await journal.removeOldest();
    return records.length;
  }

  async #untilEmpty(): Promise<void> {
    await this.#running;
  }
}

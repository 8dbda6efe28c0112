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
}

const MAX_BATCH = 2_000;
const RETRY_MS = 1_000;
/** With so little left, new records wait until it is in the database: otherwise a steady load would never let it be empty. */
const SMALL = 2 * 1024 * 1024;

/** Hands the journal to the database, the oldest first, until it is empty. */
export class Replay {
  readonly #options: ReplayOptions;
  #running: Promise<void> | undefined;
  #stopped = false;
  #handover: Promise<void> | undefined;

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  /** Records have to go to the journal. */
  get isUnderWay(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves at once, or, when the journal is about to be empty, when it is; may take for ever. */
  get handover(): Promise<void> {
    return this.#handover ?? Promise.resolve();
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  /** `before` is what the database is still about to take. */
  start(before: Promise<unknown> = Promise.resolve()): void {
    // Of two attempts under way at once the second comes here while the first is waited for.
    const over = before.catch(() => undefined);
    this.#running ??= this.#run(over);
  }

  /** It takes too long: new records go to the journal again. */
  putOffHandover(): void {
    this.#handover = undefined;
  }

  stop(): void {
    this.#stopped = true;
  }

  async #run(before: Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    await before;
    let records = 0;
    while (!this.#stopped) {
      try {
        records += await this.#next();
        if (this.#options.journal.isEmpty) {
          this.#running = undefined;
          this.#handover = undefined;
          const seconds = Math.round((performance.now() - startedAt) / 1000);
          this.#options.log.info({ records, seconds }, 'the accounting journal is fully written to the database');
          return;
        }
      } catch (err) {
        if (this.#stopped) return;
        logThrottled(
          this.#options.log,
          { err, level: 'error' },
          'the accounting journal cannot be written to the database; retrying',
        );
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Hands the oldest file over; returns how many records it had. */
  async #next(): Promise<number> {
    const { journal, database, metrics, onEnded } = this.#options;
    if (journal.bytes < SMALL) this.#handover ??= this.#untilEmpty();
    const records = await journal.oldest();
    if (records === null) return 0;
    for (let at = 0; at < records.length; at += MAX_BATCH) {
      if (this.#stopped) throw new Error('the node stops');
      const part: AccountingRecord[] = records.slice(at, at + MAX_BATCH);
      const { ended } = await database.record(part);
      for (const record of ended) onEnded(record);
      metrics.replayed.count += part.length;
    }
    await journal.removeOldest();
    return records.length;
  }

  async #untilEmpty(): Promise<void> {
    await this.#running;
  }
}

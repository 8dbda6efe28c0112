import type { Logger } from '../../config/log.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import type { RadiusMetrics } from '../server/radius-metrics.ts';
import type { Journal } from './journal/journal.ts';
import type { AccountingRecord, SessionRecord } from './record/record.ts';
import { NotDurable, type Recorded, type Recorder } from './recorder.ts';
import { Replay } from './replay.ts';

export interface DurableRecorderOptions {
  readonly database: Recorder;
  readonly journal: Journal;
  readonly metrics: RadiusMetrics;
  readonly log: Logger;
  /** A session turned out to be over when its record came from the journal to the database. */
  readonly onEnded: (record: SessionRecord) => void;
}

/** What a NAS waits at most before it asks again is more than this; what the database needs for a commit is far less. */
const PATIENCE_MS = 2_000;
const JOURNALLED: Recorded = { refused: new Set(), ended: [] };

/** `journal`: records go to the disk, because the database is away or has not got the earlier ones yet. */
export type Durability = 'database' | 'journal' | 'failing';

/**
 * Makes records durable: in the database, or while it takes none in the journal, whence they follow in their order. As
 * long as the journal holds any, all new ones queue behind them, so none overtakes an earlier one of its session.
 */
export class DurableRecorder implements Recorder {
  readonly #options: DurableRecorderOptions;
  readonly #replay: Replay;
  #failing = false;

  constructor(options: DurableRecorderOptions) {
    this.#options = options;
    this.#replay = new Replay(options);
    if (!options.journal.isEmpty) this.#replay.start();
  }

  get state(): Durability {
    if (!this.#replay.isUnderWay) return 'database';
    return this.#failing ? 'failing' : 'journal';
  }

  /** Waits for what an earlier run left in the journal, but no longer than that. */
  async caughtUp(withinMs: number): Promise<void> {
    await Promise.race([this.#replay.idle(), pause(withinMs)]);
  }

  stop(): void {
    this.#replay.stop();
  }

  async record(batch: readonly AccountingRecord[]): Promise<Recorded> {
    if (this.#replay.isUnderWay) await Promise.race([this.#replay.handover, pause(PATIENCE_MS)]);
    if (!this.#replay.isUnderWay) return this.#attempt(batch);
    this.#replay.putOffHandover();
    return this.#write(batch);
  }

  async #attempt(batch: readonly AccountingRecord[]): Promise<Recorded> {
    const { database, log, onEnded } = this.#options;
    const attempt = database.record(batch);
    const recorded = await Promise.race([attempt, pause(PATIENCE_MS)]);
    if (recorded) return recorded;
    log.warn('the database does not accept accounting records; writing them to the local journal');
    // The attempt goes on. When it succeeds at last, its records are in both, which counts nothing twice.
    this.#replay.start(attempt.then(({ ended }) => ended.forEach(onEnded)));
    return this.#write(batch);
  }

  async #write(batch: readonly AccountingRecord[]): Promise<Recorded> {
    const { journal, metrics, log } = this.#options;
    try {
      await journal.append(batch);
      metrics.journalled.count += batch.length;
      this.#failing = false;
      return JOURNALLED;
    } catch (error) {
      this.#failing = true;
      metrics.notDurable.count += batch.length;
      logThrottled(log, { err: error, level: 'error' }, NOWHERE);
      throw new NotDurable('neither the database nor the journal accepts accounting records', { cause: error });
    }
  }
}

const NOWHERE =
  'accounting records can be saved neither to the database nor to the journal; they are not answered, so the NASes keep them';

/** Ends in time for nobody to wait for it at a stop. */
function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined).unref());
}

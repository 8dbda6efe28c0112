import { setTimeout as sleep } from 'node:timers/promises';
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
  /** A session has ended although its record, written from the journal to the database, says that it continues. */
  readonly onEnded: (record: SessionRecord) => void;
  /** Records from the journal are in the database, where other nodes may look for their sessions. */
  readonly onReplayed: (records: readonly AccountingRecord[]) => void;
}

/** Less than any NAS waits before it retransmits, and far more than a commit takes. */
const COMMIT_TIMEOUT_MS = 2_000;
const TRIAL_INTERVAL_MS = 1_000;
const JOURNALLED: Recorded = { refused: new Set(), ended: [] };

/** `journal`: the database is away or lacks earlier records. `failing`: neither accepts records. */
export type Durability = 'database' | 'journal' | 'failing';

/**
 * Saves records in the database, or while it is away in the journal, from which they follow in order. As long as the journal
 * holds any, new records go there too, so that none overtakes an earlier one of its session.
 */
export class DurableRecorder implements Recorder {
  readonly #options: DurableRecorderOptions;
  readonly #replay: Replay;
  #failing = false;
  #trial: Promise<void> | undefined;

  constructor(options: DurableRecorderOptions) {
    this.#options = options;
    this.#replay = new Replay(options);
    if (!options.journal.isEmpty) this.#replay.start();
  }

  get state(): Durability {
    if (!this.#replay.isRunning) return 'database';
    return this.#failing ? 'failing' : 'journal';
  }

  /**
   * Whether a record would become durable now. While none would, each call makes the journal try again, at most once a
   * second: a NAS or proxy that hears nothing sends no record whose success could tell.
   */
  accepts(): boolean {
    if (this.state !== 'failing') return true;
    this.#trial ??= this.#tryJournal().finally(() => {
      this.#trial = undefined;
    });
    return false;
  }

  async #tryJournal(): Promise<void> {
    try {
      await this.#options.journal.tryWrite();
      this.#failing = false;
    } catch {
      await unrefSleep(TRIAL_INTERVAL_MS); // the failed records were logged
    }
  }

  /** Waits until the journal of an earlier run is in the database, but no longer than that. */
  async caughtUp(withinMs: number): Promise<void> {
    await Promise.race([this.#replay.finished(), unrefSleep(withinMs)]);
  }

  stop(): void {
    this.#replay.stop();
  }

  async record(batch: readonly AccountingRecord[]): Promise<Recorded> {
    if (this.#replay.isRunning) await Promise.race([this.#replay.switchover, unrefSleep(COMMIT_TIMEOUT_MS)]);
    if (!this.#replay.isRunning) return this.#attempt(batch);
    this.#replay.cancelSwitchover();
    return this.#write(batch);
  }

  async #attempt(batch: readonly AccountingRecord[]): Promise<Recorded> {
    const { database, log, onEnded } = this.#options;
    const attempt = database.record(batch);
    const recorded = await Promise.race([attempt, unrefSleep(COMMIT_TIMEOUT_MS)]);
    if (recorded) return recorded;
    log.warn('the database does not accept accounting records; writing them to the local journal');
    // The attempt continues. If it succeeds, its records are in both places, which counts nothing twice.
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
  'cannot save accounting records to the database or the journal; not answering them, so that the NASes keep them';

/** Does not keep a stopping process alive. */
function unrefSleep(milliseconds: number): Promise<undefined> {
  return sleep(milliseconds, undefined, { ref: false });
}

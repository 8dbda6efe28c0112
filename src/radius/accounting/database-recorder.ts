import type { Logger } from '../../config/log.ts';
import { problemOf } from '../../db/problem.ts';
import type { RadiusMetrics } from '../metrics/radius-metrics.ts';
import { NotConnected, type SteadyConnection } from './connection.ts';
import { type AccountingRecord, isNasRecord, type NasRecord, type SessionRecord } from './record.ts';
import type { Recorder } from './recorder.ts';
import { keyOf, roundsOf } from './rounds.ts';
import { NAS_STATEMENT, SESSION_STATEMENT } from './statement.ts';
import { byKey, valuesOf } from './statement-values.ts';

export interface DatabaseRecorderOptions {
  readonly connection: SteadyConnection;
  readonly metrics: RadiusMetrics;
  readonly log: Logger;
  /** A record was taken in, but its session is over: memory must not think that it goes on. */
  readonly onEnded: (record: SessionRecord) => void;
}

/** Rows of one statement. */
const MOST = 1_000;
/** A record that is asked for again so often is in nobody's way but its own. */
const MOST_AGAIN = 5;
const MOST_CONFLICTS = 10;
const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

interface OutcomeRow {
  readonly ord: number;
  readonly outcome: 'again' | 'ended';
}

/** Writes accounting records to the database: each round of a batch is one statement. */
export class DatabaseRecorder implements Recorder {
  readonly #options: DatabaseRecorderOptions;
  #stopped = false;

  constructor(options: DatabaseRecorderOptions) {
    this.#options = options;
  }

  /** Gives up what the database does not take now. */
  stop(): void {
    this.#stopped = true;
  }

  async record(batch: readonly AccountingRecord[]): Promise<ReadonlySet<AccountingRecord>> {
    const refused = new Set<string>();
    for (const round of roundsOf(batch)) {
      if (round.about === 'nas') await this.#endNas(round.record);
      else for (const part of partsOf(round.records)) await this.#apply(part, refused);
    }
    if (refused.size === 0) return NONE;
    return new Set(batch.filter((record) => !isNasRecord(record) && refused.has(keyOf(record))));
  }

  async #endNas(record: NasRecord): Promise<void> {
    const cause = record.kind === 'nas-on' ? 'Accounting-On' : 'Accounting-Off';
    await this.#commit('nas', NAS_STATEMENT, [record.nasId, record.at / 1000, cause]);
  }

  async #apply(records: readonly SessionRecord[], refused: Set<string>): Promise<void> {
    let left = [...records].sort(byKey);
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt > MOST_AGAIN) return this.#refuse(left, refused, 'its session cannot be found again');
      left = await this.#write(left, refused);
    }
  }

  /** Returns the records that are to be written again. */
  async #write(records: readonly SessionRecord[], refused: Set<string>): Promise<SessionRecord[]> {
    const { batchRecords, onEnded } = { ...this.#options, ...this.#options.metrics };
    batchRecords.observe(records.length);
    let rows: OutcomeRow[];
    try {
      rows = await this.#commit('sessions', SESSION_STATEMENT, valuesOf(records));
    } catch (error) {
      if (this.#stopped) throw error;
      return this.#isolate(records, refused, error);
    }
    const again: SessionRecord[] = [];
    for (const { ord, outcome } of rows) {
      const record = records[ord];
      if (!record) continue;
      if (outcome === 'again') again.push(record);
      else onEnded(record);
    }
    return again;
  }

  /** One record that the database refuses must not keep the others from being written. */
  async #isolate(records: readonly SessionRecord[], refused: Set<string>, error: unknown): Promise<SessionRecord[]> {
    if (records.length === 1) {
      this.#refuse(records, refused, error instanceof Error ? error.message : String(error));
      return [];
    }
    const half = records.length >> 1;
    return [
      ...(await this.#write(records.slice(0, half), refused)),
      ...(await this.#write(records.slice(half), refused)),
    ];
  }

  #refuse(records: readonly SessionRecord[], refused: Set<string>, reason: string): void {
    for (const record of records) {
      refused.add(keyOf(record));
      const { nasIp, acctSessionId } = record;
      this.#options.log.error({ nas: nasIp, session: acctSessionId, reason }, 'an accounting record cannot be written');
    }
  }

  /** Tries until the database takes it or refuses it for good. A commit whose answer was lost does no harm twice. */
  async #commit(name: string, text: string, values: unknown[]): Promise<OutcomeRow[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        const startedAt = performance.now();
        const rows = await this.#options.connection.query<OutcomeRow>({ name, text, values });
        this.#options.metrics.commitSeconds.observe((performance.now() - startedAt) / 1000);
        return rows;
      } catch (error) {
        if (this.#stopped || !mayPass(error, attempt)) throw error;
        this.#options.log.warn({ err: error }, 'accounting records wait for the database');
        await new Promise((resolve) => setTimeout(resolve, pauseAfter(attempt)));
      }
    }
  }
}

/** A session that another node opened at the same moment shows as `unique`, and is found the next time. */
function mayPass(error: unknown, attempt: number): boolean {
  if (error instanceof NotConnected) return true;
  const kind = problemOf(error)?.kind;
  return kind === 'unavailable' || (attempt < MOST_CONFLICTS && (kind === 'conflict' || kind === 'unique'));
}

function pauseAfter(attempt: number): number {
  return Math.min(SHORTEST_PAUSE_MS * 2 ** Math.min(attempt - 1, 10), LONGEST_PAUSE_MS);
}

const NONE: ReadonlySet<AccountingRecord> = new Set();

function partsOf(records: readonly SessionRecord[]): (readonly SessionRecord[])[] {
  if (records.length <= MOST) return [records];
  return Array.from({ length: Math.ceil(records.length / MOST) }, (_, at) => records.slice(at * MOST, (at + 1) * MOST));
}

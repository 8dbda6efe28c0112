import type { Logger } from '../../config/log.ts';
import { problemOf } from '../../db/problem.ts';
import { logTrouble } from '../../db/trouble.ts';
import type { RadiusMetrics } from '../server/radius-metrics.ts';
import { NotConnected, type PersistentConnection } from '../state/batch/persistent-connection.ts';
import { Pipeline } from '../state/batch/pipeline.ts';
import { partsOf } from './parts.ts';
import { type AccountingRecord, isNasRecord, type NasRecord, type SessionRecord } from './record/record.ts';
import { keyOf, roundsOf } from './record/rounds.ts';
import type { Recorded, Recorder } from './recorder.ts';
import { BRING_BACK_STATEMENT } from './sql/bring-back-statement.ts';
import { NAS_STATEMENT } from './sql/nas-statement.ts';
import { CLOSE_STATEMENT, SESSION_STATEMENT } from './sql/session-statement.ts';
import { byKey, keysOf, valuesOf } from './sql/statement-values.ts';
import {
  namesOf,
  SERVED_STATEMENT,
  SERVICES_STATEMENT,
  type ServiceRow,
  withoutService,
  withServices,
} from './sql/unknown-services.ts';

export interface DatabaseRecorderOptions {
  readonly connection: PersistentConnection;
  readonly metrics: RadiusMetrics;
  readonly log: Logger;
}

/** A record that is asked for again so often is in nobody's way but its own. */
const MAX_AGAIN = 10;
const MAX_CONFLICTS = 10;
/** Two nodes that open the same session collide once; a record that collides again and again is wrong itself. */
const MAX_COLLISIONS = 4;
const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** What is odd is written by another statement. */
type Looks = 'plainly' | 'closely';
const STATEMENTS: Readonly<Record<Looks, string>> = { plainly: SESSION_STATEMENT, closely: CLOSE_STATEMENT };

interface OutcomeRow {
  readonly ord: number;
  readonly outcome: 'again' | 'alone' | 'odd' | 'old' | 'ended' | 'implausible';
  /** Of the session that was found. */
  readonly service_id: number | null;
}

/** What is known about the records of a batch. */
interface Work {
  /** Keys of sessions whose records can never be written. */
  readonly refused: Set<string>;
  /** Records of sessions that are over. */
  readonly ended: SessionRecord[];
  /** Records whose session is not in the log, or no longer. */
  readonly searched: Set<SessionRecord>;
  /** Records that are written by themselves, for the service of their session. */
  readonly alone: Set<SessionRecord>;
}

/**
 * Writes accounting records to the database: each part of a round of a batch is one statement. A batch follows behind the
 * last statement of the batch before, answered or not, and is told of behind it: so records keep their order, both in the
 * database and in the memory of whoever hears of them.
 */
export class DatabaseRecorder implements Recorder {
  readonly #options: DatabaseRecorderOptions;
  readonly #relay = new Pipeline();
  #stopped = false;

  constructor(options: DatabaseRecorderOptions) {
    this.#options = options;
  }

  /** Gives up what the database does not take now. */
  stop(): void {
    this.#stopped = true;
  }

  record(batch: readonly AccountingRecord[]): Promise<Recorded> {
    return this.#relay.run((onLastSent) => this.#recordAll(batch, onLastSent));
  }

  async #recordAll(batch: readonly AccountingRecord[], onLastSent: () => void): Promise<Recorded> {
    const work: Work = { refused: new Set(), ended: [], searched: new Set(), alone: new Set() };
    const rounds = roundsOf(batch);
    for (const [at, round] of rounds.entries()) {
      const isLast = at === rounds.length - 1;
      if (round.about === 'nas') {
        const written = this.#endNas(round.record);
        if (isLast) onLastSent();
        await written;
      } else {
        await this.#applyRound(round.records, work, isLast ? onLastSent : undefined);
      }
    }
    const { refused, ended } = work;
    if (refused.size === 0) return { refused: NONE, ended };
    return { refused: new Set(batch.filter((record) => !isNasRecord(record) && refused.has(keyOf(record)))), ended };
  }

  async #applyRound(records: readonly SessionRecord[], work: Work, onLastSent?: () => void): Promise<void> {
    const parts = partsOf(await this.#withServices(records));
    for (const [at, part] of parts.entries()) {
      const written = this.#apply(part, work);
      if (at === parts.length - 1) onLastSent?.();
      await written;
    }
  }

  async #endNas(record: NasRecord): Promise<void> {
    const cause = record.kind === 'nas-on' ? 'Accounting-On' : 'Accounting-Off';
    await this.#commit(NAS_STATEMENT, [record.nasId, record.at / 1000, cause]);
  }

  async #withServices(records: readonly SessionRecord[]): Promise<readonly SessionRecord[]> {
    const unknown = withoutService(records);
    if (unknown.length === 0) return records;
    return withServices(records, await this.#commit<ServiceRow>(SERVICES_STATEMENT, namesOf(unknown), 'services'));
  }

  async #apply(records: readonly SessionRecord[], work: Work): Promise<void> {
    let left = [...records].sort(byKey);
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt > MAX_AGAIN) {
        this.#refuse(left, work, 'its session cannot be found again');
        return;
      }
      left = await this.#write(left, work);
    }
  }

  /** Returns the records that are to be written again. */
  async #write(records: readonly SessionRecord[], work: Work, looks: Looks = 'plainly'): Promise<SessionRecord[]> {
    this.#options.metrics.batchRecords.observe(records.length);
    let rows: OutcomeRow[];
    try {
      const values = valuesOf(records, work);
      rows = await this.#commit<OutcomeRow>(STATEMENTS[looks], values, `sessions ${looks}`);
    } catch (error) {
      if (this.#stopped) throw error;
      return this.#isolate(records, work, error);
    }
    const of = (wanted: OutcomeRow['outcome']) =>
      rows.flatMap(({ ord, outcome }) => (outcome === wanted ? (records[ord] ?? []) : []));
    work.ended.push(...of('ended'));
    const old = of('old');
    if (old.length > 0) await this.#search(old, work);
    const odd = of('odd');
    const again = odd.length > 0 ? await this.#write(odd, work, 'closely') : [];
    for (const { ord, outcome, service_id } of rows) {
      const record = records[ord];
      if (outcome === 'alone' && record) again.push(...(await this.#writeAlone(record, service_id, work)));
    }
    this.#options.metrics.implausible.count += of('implausible').length;
    return [...of('again'), ...old, ...again];
  }

  /** The session is of another service than the record says, or of one that nobody knows by this name any more. */
  async #writeAlone(record: SessionRecord, serviceId: number | null, work: Work): Promise<SessionRecord[]> {
    const [found] = await this.#commit<{ served: boolean }>(SERVED_STATEMENT, [record.nasId, serviceId]);
    const told = found?.served === false ? { ...record, serviceId: null, resellerId: null, unserved: true } : record;
    work.alone.add(told);
    return this.#write([told], work);
  }

  /** A session that began long ago may have been moved to the log: it comes back from there, if it is there. */
  async #search(records: readonly SessionRecord[], { searched }: Work): Promise<void> {
    await this.#commit(BRING_BACK_STATEMENT, keysOf(records));
    for (const record of records) searched.add(record);
  }

  /** One record that the database refuses must not keep the others from being written. */
  async #isolate(records: readonly SessionRecord[], work: Work, error: unknown): Promise<SessionRecord[]> {
    if (records.length === 1) {
      this.#refuse(records, work, error instanceof Error ? error.message : String(error));
      return [];
    }
    const half = records.length >> 1;
    return [...(await this.#write(records.slice(0, half), work)), ...(await this.#write(records.slice(half), work))];
  }

  #refuse(records: readonly SessionRecord[], { refused }: Work, reason: string): void {
    for (const record of records) {
      refused.add(keyOf(record));
      const { nasIp, acctSessionId } = record;
      this.#options.log.error({ nas: nasIp, session: acctSessionId, reason }, 'an accounting record cannot be saved');
    }
  }

  /** A `name` keeps the statement prepared. Tries until the database takes it or refuses it for good. A commit whose answer was lost does no harm twice. */
  async #commit<T extends object>(text: string, values: unknown[], name?: string): Promise<T[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        const startedAt = performance.now();
        const rows = await this.#options.connection.query<T>({ text, values, ...(name ? { name } : {}) });
        this.#options.metrics.commitSeconds.observe((performance.now() - startedAt) / 1000);
        return rows;
      } catch (error) {
        const pause = pauseAfter(error, attempt);
        if (this.#stopped || pause === null) throw error;
        logTrouble(this.#options.log, { err: error }, 'accounting records are waiting for the database');
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }
}

/** How long to wait before the same again; null when that does not help. */
function pauseAfter(error: unknown, attempt: number): number | null {
  const pause = Math.min(SHORTEST_PAUSE_MS * 2 ** Math.min(attempt - 1, 10), LONGEST_PAUSE_MS);
  if (error instanceof NotConnected) return pause;
  const kind = problemOf(error)?.kind;
  if (kind === 'unavailable' || (kind === 'conflict' && attempt < MAX_CONFLICTS)) return pause;
  // A session that another node opened at the same moment: it is there now.
  return kind === 'unique' && attempt < MAX_COLLISIONS ? 0 : null;
}

const NONE: ReadonlySet<AccountingRecord> = new Set();

import type { Logger } from '../../config/log.ts';
import type { RadiusMetrics } from '../server/radius-metrics.ts';
import type { PersistentConnection } from '../state/batch/persistent-connection.ts';
import { Pipeline } from '../state/batch/pipeline.ts';
import { isMaybePart, PartWriter } from './part-writer.ts';
import { batchSteps, sessionKey, statementBatches } from './record/batch-steps.ts';
import { type AccountingRecord, isNasRecord, type SessionRecord } from './record/record.ts';
import type { Recorded, Recorder } from './recorder.ts';
import { RetryingConnection } from './retrying-connection.ts';
import { type Progress, SessionWriter } from './session-writer.ts';
import { END_NAS_SESSIONS_STATEMENT, endNasSessionsValues } from './sql/end-nas-sessions.ts';
import {
  SERVICES_STATEMENT,
  type ServiceRow,
  servicesValues,
  withoutService,
  withServices,
} from './sql/find-services.ts';
import { type FurtherWrite, furtherWrites } from './sql/further-writes.ts';
import type { PartRecord } from './sql/write-parts.ts';
import type { TransferCounter } from './transfer-counter.ts';

export interface DatabaseRecorderOptions {
  readonly connection: PersistentConnection;
  /** For graphs. A batch whose answer is lost is in the database, and not counted there. */
  readonly transfers: Pick<TransferCounter, 'count'>;
  readonly metrics: RadiusMetrics;
  readonly log: Logger;
}

/**
 * Writes batches of accounting records to the database. A batch is sent after the last statement of the batch before it,
 * acknowledged or not, and resolves after that batch: so records keep their order in the database and in memory.
 */
export class DatabaseRecorder implements Recorder {
  readonly #database: RetryingConnection;
  readonly #writer: SessionWriter;
  readonly #parts: PartWriter;
  readonly #pipeline = new Pipeline();

  constructor(options: DatabaseRecorderOptions) {
    this.#database = new RetryingConnection(options);
    this.#writer = new SessionWriter({ ...options, database: this.#database });
    this.#parts = new PartWriter(this.#database);
  }

  /** Gives up whatever the database does not accept now. */
  stop(): void {
    this.#database.stop();
  }

  record(batch: readonly AccountingRecord[]): Promise<Recorded> {
    return this.#pipeline.run((onLastSent) => this.#recordBatch(batch, onLastSent));
  }

  async #recordBatch(batch: readonly AccountingRecord[], onLastSent: () => void): Promise<Recorded> {
    const progress: Progress = { refused: new Set(), ended: [], notInLog: new Set(), alone: new Set() };
    const steps = batchSteps(batch);
    for (const [at, step] of steps.entries()) {
      const isLast = at === steps.length - 1;
      if (step.about === 'nas') {
        const written = this.#database.commit(END_NAS_SESSIONS_STATEMENT, endNasSessionsValues(step.record));
        if (isLast) onLastSent();
        await written;
      } else {
        await this.#recordSessions(step.records, progress, isLast ? onLastSent : undefined);
      }
    }
    const { refused, ended } = progress;
    if (refused.size === 0) return { refused: NONE, ended };
    const isRefused = (record: AccountingRecord) => !isNasRecord(record) && refused.has(sessionKey(record));
    return { refused: new Set(batch.filter(isRefused)), ended };
  }

  async #recordSessions(records: readonly SessionRecord[], progress: Progress, onLastSent?: () => void): Promise<void> {
    const known = await this.#withServices(records);
    if (!known.some(isMaybePart)) return this.#recordWhole(known, progress, onLastSent);
    // After the sessions that they may be parts of.
    await this.#recordWhole(
      known.filter((record) => !isMaybePart(record)),
      progress,
    );
    for (let parts: readonly PartRecord[] = known.filter(isMaybePart); parts.length > 0; ) {
      const { whole, undecided } = await this.#parts.write(parts);
      await this.#recordWhole(whole, progress);
      parts = undecided;
    }
  }

  async #recordWhole(records: readonly SessionRecord[], progress: Progress, onLastSent?: () => void): Promise<void> {
    const batches = statementBatches(records);
    for (const [at, batch] of batches.entries()) {
      const isLast = at === batches.length - 1;
      const further = furtherWrites(batch);
      const written = this.#writer.writeAll(batch, progress);
      if (isLast && further.length === 0) onLastSent?.();
      await written;
      await this.#recordFurther(further, isLast ? onLastSent : undefined);
    }
  }

  /** After their sessions. A record is answered when all are written. */
  async #recordFurther(further: readonly FurtherWrite[], onLastSent?: () => void): Promise<void> {
    for (const [at, { statement, values, name }] of further.entries()) {
      const written = this.#database.commit(statement, values, name);
      if (at === further.length - 1) onLastSent?.();
      await written;
    }
  }

  async #withServices(records: readonly SessionRecord[]): Promise<readonly SessionRecord[]> {
    const unknown = withoutService(records);
    if (unknown.length === 0) return records;
    const rows = await this.#database.commit<ServiceRow>(SERVICES_STATEMENT, servicesValues(unknown), 'services');
    return withServices(records, rows);
  }
}

const NONE: ReadonlySet<AccountingRecord> = new Set();

import type { Logger } from '../../config/log.ts';
import type { RadiusMetrics } from '../server/radius-metrics.ts';
import { sessionKey } from './record/batch-steps.ts';
import type { SessionRecord } from './record/record.ts';
import type { RetryingConnection } from './retrying-connection.ts';
import { SERVED_STATEMENT } from './sql/find-services.ts';
import { RESTORE_STATEMENT, restoreValues } from './sql/restore-from-log.ts';
import { bySessionKey, sessionValues } from './sql/session-parameters.ts';
import {
  CHECKED_STATEMENT,
  type Outcome,
  type OutcomeRow,
  SESSION_STATEMENT,
  type TrafficRow,
} from './sql/session-statement.ts';
import type { TransferCounter } from './transfer-counter.ts';

export interface SessionWriterOptions {
  readonly database: RetryingConnection;
  readonly transfers: Pick<TransferCounter, 'count'>;
  readonly metrics: RadiusMetrics;
  readonly log: Logger;
}

/** Bounds the attempts of records whose sessions keep changing. */
const MAX_RETRIES = 10;

/** What is known about the records of a batch. */
export interface Progress {
  /** Keys of sessions with a record that can never be written. */
  readonly refused: Set<string>;
  /** Records whose sessions have ended. */
  readonly ended: SessionRecord[];
  /** Records whose session is not, or no longer, in the session log. */
  readonly notInLog: Set<SessionRecord>;
  /** Records that are written alone, for the service of their session. */
  readonly alone: Set<SessionRecord>;
}

interface Statement {
  readonly name: string;
  readonly text: string;
}

const SIMPLE: Statement = { name: 'sessions', text: SESSION_STATEMENT };
const CHECKED: Statement = { name: 'checked sessions', text: CHECKED_STATEMENT };

/** Writes session records with as few statements as possible, and does for single records what a statement leaves over. */
export class SessionWriter {
  readonly #options: SessionWriterOptions;

  constructor(options: SessionWriterOptions) {
    this.#options = options;
  }

  /** Until each of them is written or refused. The records must be of different sessions. */
  async writeAll(records: readonly SessionRecord[], progress: Progress): Promise<void> {
    let rest = [...records].sort(bySessionKey);
    for (let attempt = 0; rest.length > 0; attempt++) {
      if (attempt > MAX_RETRIES) {
        this.#refuse(rest, progress, 'its session keeps changing');
        return;
      }
      rest = await this.#write(rest, progress, SIMPLE);
    }
  }

  /** Returns the records to write again. */
  async #write(
    records: readonly SessionRecord[],
    progress: Progress,
    { name, text }: Statement,
  ): Promise<SessionRecord[]> {
    this.#options.metrics.batchRecords.observe(records.length);
    const isAlone = records.length === 1 && progress.alone.has(records[0] as SessionRecord);
    let answer: (OutcomeRow | TrafficRow)[];
    try {
      answer = await this.#options.database.commit(text, sessionValues(records, progress, isAlone), name);
    } catch (error) {
      if (this.#options.database.isStopped) throw error;
      return this.#writeHalves(records, progress, error);
    }
    const rows = this.#withoutTraffic(answer, records);
    const recordsWith = (wanted: Outcome) =>
      rows.flatMap(({ ord, outcome }) => (outcome === wanted ? (records[ord] ?? []) : []));
    progress.ended.push(...recordsWith('ended'));
    const maybeInLog = recordsWith('search_log');
    if (maybeInLog.length > 0) await this.#restoreFromLog(maybeInLog, progress);
    const suspect = recordsWith('suspect');
    const again = suspect.length > 0 ? await this.#write(suspect, progress, CHECKED) : [];
    for (const { ord, outcome, service_id } of rows) {
      const record = records[ord];
      if (outcome === 'other_service' && record) again.push(...(await this.#writeAlone(record, service_id, progress)));
    }
    this.#options.metrics.implausible.count += recordsWith('implausible').length;
    return [...recordsWith('retry'), ...maybeInLog, ...again];
  }

  /** Counts what was transferred. The outcomes that are left are few. */
  #withoutTraffic(rows: readonly (OutcomeRow | TrafficRow)[], records: readonly SessionRecord[]): OutcomeRow[] {
    const outcomes: OutcomeRow[] = [];
    for (const row of rows) {
      if (row.outcome === 'traffic') this.#options.transfers.count(row, records);
      else outcomes.push(row);
    }
    return outcomes;
  }

  /** The session belongs to another service than its record names, or its name is unknown by now. */
  async #writeAlone(record: SessionRecord, serviceId: number | null, progress: Progress): Promise<SessionRecord[]> {
    const [found] = await this.#options.database.commit<{ served: boolean }>(SERVED_STATEMENT, [
      record.nasId,
      serviceId,
    ]);
    const alone = found?.served === false ? { ...record, serviceId: null, resellerId: null, unserved: true } : record;
    progress.alone.add(alone);
    return this.#write([alone], progress, SIMPLE);
  }

  /** A session that started long ago may have been moved to the session log. */
  async #restoreFromLog(records: readonly SessionRecord[], { notInLog }: Progress): Promise<void> {
    await this.#options.database.commit(RESTORE_STATEMENT, restoreValues(records));
    for (const record of records) notInLog.add(record);
  }

  /** A record that the database rejects must not keep the others from being written. */
  async #writeHalves(records: readonly SessionRecord[], progress: Progress, error: unknown): Promise<SessionRecord[]> {
    if (records.length === 1) {
      this.#refuse(records, progress, error instanceof Error ? error.message : String(error));
      return [];
    }
    const half = records.length >> 1;
    const again = await this.#write(records.slice(0, half), progress, SIMPLE);
    return [...again, ...(await this.#write(records.slice(half), progress, SIMPLE))];
  }

  #refuse(records: readonly SessionRecord[], { refused }: Progress, reason: string): void {
    for (const record of records) {
      refused.add(sessionKey(record));
      const { nasIp, acctSessionId } = record;
      this.#options.log.error({ nas: nasIp, session: acctSessionId, reason }, 'cannot save an accounting record');
    }
  }
}

import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '../../config/config.ts';
import { ensureDataDir } from '../../config/data-dir.ts';
import type { Logger } from '../../config/log.ts';
import type { RadiusMetrics } from '../server/radius-metrics.ts';
import { PersistentConnection } from '../state/batch/persistent-connection.ts';
import { DatabaseRecorder } from './database-recorder.ts';
import { type Durability, DurableRecorder } from './durable-recorder.ts';
import { Journal } from './journal/journal.ts';
import type { AccountingRecord, SessionRecord } from './record/record.ts';
import type { Recorder } from './recorder.ts';
import type { TransferCounter } from './transfer-counter.ts';

export interface RecorderOptions {
  readonly config: Pick<Config, 'dataDir' | 'journalMaxBytes'>;
  readonly accountingPool: pg.Pool;
  readonly transfers: TransferCounter;
  readonly metrics: RadiusMetrics;
  readonly log: Logger;
  readonly onEnded: (record: SessionRecord) => void;
  readonly onReplayed: (records: readonly AccountingRecord[]) => void;
}

export interface RunningRecorder {
  readonly recorder: Recorder;
  /** Where records become durable now. */
  state(): Durability;
  /** Whether a record would become durable now. */
  accepts(): boolean;
  /** Abandons records that are not durable yet; the journal keeps its own. */
  stop(): Promise<void>;
}

/** The rest of a longer journal is written while packets are already served. */
const MAX_CATCH_UP_MS = 10_000;

/**
 * The database with the journal in front of it. The journal of an earlier run is written to the database first, so that open
 * sessions are read up to date. @throws ConfigError when the folder of the journal cannot be used
 */
export async function startRecorder(options: RecorderOptions): Promise<RunningRecorder> {
  const { config, accountingPool, transfers, metrics, log, onEnded, onReplayed } = options;
  await ensureDataDir(config.dataDir);
  const journal = await Journal.open({
    folder: join(config.dataDir, 'journal'),
    maxBytes: config.journalMaxBytes,
    log,
  });
  const connection = new PersistentConnection(accountingPool);
  const database = new DatabaseRecorder({ connection, transfers, metrics, log });
  const recorder = new DurableRecorder({ database, journal, metrics, log, onEnded, onReplayed });
  publishJournal(metrics, { journal, recorder, maxBytes: config.journalMaxBytes });
  if (recorder.state === 'journal') {
    log.warn({ bytes: journal.bytes }, 'writing the accounting journal of an earlier run to the database');
    await recorder.caughtUp(MAX_CATCH_UP_MS);
  }
  return {
    recorder,
    state: () => recorder.state,
    accepts: () => recorder.accepts(),
    stop: async () => {
      recorder.stop();
      database.stop();
      connection.close();
      await journal.close();
    },
  };
}

interface JournalSources {
  readonly journal: Journal;
  readonly recorder: DurableRecorder;
  readonly maxBytes: number;
}

const STATES: readonly Durability[] = ['database', 'journal', 'failing'];

function publishJournal(metrics: RadiusMetrics, { journal, recorder, maxBytes }: JournalSources): void {
  metrics.gauge('lastmile_radius_accounting_journal_bytes', 'Octets in the local journal', () => journal.bytes);
  metrics.gauge(
    'lastmile_radius_accounting_journal_limit_bytes',
    'The most octets that the local journal can hold',
    () => maxBytes,
  );
  metrics.gauge(
    'lastmile_radius_accounting_journal_age_seconds',
    'How long the oldest record has been waiting in the local journal; 0 when it is empty',
    () => journal.ageMs / 1000,
  );
  metrics.gauges(
    {
      name: 'lastmile_radius_accounting_durability',
      help: '1 for the place where accounting records become durable now: database, journal, or failing for neither',
      labelNames: ['state'],
    },
    () => STATES.map((state) => ({ labels: { state }, value: recorder.state === state ? 1 : 0 })),
  );
}

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
import type { SessionRecord } from './record/record.ts';
import type { Recorder } from './recorder.ts';

export interface RecorderOptions {
  readonly config: Pick<Config, 'dataDir' | 'journalMaxBytes'>;
  readonly accountingPool: pg.Pool;
  readonly metrics: RadiusMetrics;
  readonly log: Logger;
  readonly onEnded: (record: SessionRecord) => void;
}

export interface RunningRecorder {
  readonly recorder: Recorder;
  /** Where records become durable now. */
  state(): Durability;
  /** Gives up what neither the database nor the journal has taken; what is in the journal stays there. */
  stop(): Promise<void>;
}

/** A journal that a long outage has left is handed over beside the first packets. */
const CATCH_UP_MS = 10_000;

/**
 * The database with the journal before it. What an earlier run left in the journal is in the database first, so that
 * sessions are read as they are. @throws ConfigError when the journal has no place
 */
export async function startRecorder(options: RecorderOptions): Promise<RunningRecorder> {
  const { config, accountingPool, metrics, log, onEnded } = options;
  await ensureDataDir(config.dataDir);
  const journal = await Journal.open({
    folder: join(config.dataDir, 'journal'),
    maxBytes: config.journalMaxBytes,
    log,
  });
  const connection = new PersistentConnection(accountingPool);
  const database = new DatabaseRecorder({ connection, metrics, log });
  const recorder = new DurableRecorder({ database, journal, metrics, log, onEnded });
  metrics.gauge('lastmile_radius_accounting_journal_bytes', 'Octets in the local journal', () => journal.bytes);
  if (recorder.state === 'journal') {
    log.warn({ bytes: journal.bytes }, 'writing the accounting journal of an earlier run to the database');
    await recorder.caughtUp(CATCH_UP_MS);
  }
  return {
    recorder,
    state: () => recorder.state,
    stop: async () => {
      recorder.stop();
      database.stop();
      connection.close();
      await journal.close();
    },
  };
}

import type { Config } from '../config/config.ts';
import type { Logger } from '../config/log.ts';
import { type Database, openDatabase } from './database.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

export interface RunningDatabase {
  readonly database: Database;
  /** Absent with DATABASE_URL. */
  readonly embedded: EmbeddedPostgres | undefined;
  /** Closes the connections, then ends the embedded server. */
  stop(): Promise<void>;
}

/**
 * The database of this configuration: started where it is ours to start, brought up to date, and open.
 * @throws EmbeddedError, MigrationError, or what `pg` says of a DATABASE_URL that does not answer
 */
export async function startDatabase(config: Config, log: Logger): Promise<RunningDatabase> {
  const embedded = config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir, log }) : undefined;
  const url = config.databaseUrl ?? embedded?.url ?? '';
  try {
    await migrate({ url, log });
    const database = await openDatabase({ url, log });
    return {
      database,
      embedded,
      stop: async () => {
        await database.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

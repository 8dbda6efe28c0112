import { realpath } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import type { Logger } from '../config/log.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { clusterIn, readPassword } from '../db/embedded/cluster.ts';
import { findPostmaster } from '../db/embedded/postmaster.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/**
 * Works with the database of the node: the one of DATABASE_URL, or the embedded one. Where a node runs it, it is used beside
 * the node and left running; else it is started for the while.
 */
export async function withDatabaseUrl<T>(place: Place, log: Logger, work: (url: string) => Promise<T>): Promise<T> {
  const known = place.databaseUrl ?? (await runningEmbedded(place.dataDir));
  if (known !== undefined) return work(known);
  const embedded = await startEmbedded({ dataDir: place.dataDir, log });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

/** The address of the embedded database of a folder, if its server is running: a node's, or left behind by a killed one. */
async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const folder = await realpath(dataDir).catch(() => undefined);
  if (folder === undefined) return undefined;
  const cluster = clusterIn(folder);
  const server = await findPostmaster(cluster);
  if (!server) return undefined;
  return `postgresql://lastmile:${await readPassword(cluster)}@127.0.0.1:${server.port}/lastmile`;
}

/** The same, opened. `migrated`: brought up to date before; a backup must not change what it saves. */
export function withDatabase<T>(
  { migrated, ...place }: Place & { readonly migrated: boolean },
  log: Logger,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return withDatabaseUrl(place, log, async (url) => {
    if (migrated) await migrate({ url, log });
    const db = await openDatabase({ url, log, connections: 3 });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  });
}

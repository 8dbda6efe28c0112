import { realpath } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import type { Logger } from '../config/log.ts';
import { beginAudit } from '../core/access/begin-audit.ts';
import { type Database, openDatabase, type Tx } from '../db/database.ts';
import { clusterIn, readPassword } from '../db/embedded/cluster.ts';
import { findPostmaster } from '../db/embedded/postmaster.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { serversAt } from '../db/probe-server.ts';

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;

/**
 * Calls `work` with the URL of the node's database: DATABASE_URL, or the embedded one. An embedded server that is already
 * running is used and left running; otherwise one is started for the duration of the call.
 */
export async function withDatabaseUrl<T>(
  config: DatabaseConfig,
  log: Logger,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const url = config.databaseUrl ?? (await runningEmbedded(config.dataDir));
  if (url !== undefined) return work(await primaryAt(url, log));
  const embedded = await startEmbedded({ dataDir: config.dataDir, log });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

/** Of several servers, the one that can be written to; the first if there is none, which the work then tells. */
async function primaryAt(url: string, log: Logger): Promise<string> {
  const servers = serversAt(url, log);
  if (servers.areSeveral) await servers.search();
  return servers.url;
}

/** The URL of the embedded database, if its server is running: for a node, or left running by a killed one. */
async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const folder = await realpath(dataDir).catch(() => undefined);
  if (folder === undefined) return undefined;
  const cluster = clusterIn(folder);
  const server = await findPostmaster(cluster);
  if (!server) return undefined;
  return `postgresql://lastmile:${await readPassword(cluster)}@127.0.0.1:${server.port}/lastmile`;
}

/** The same with an open database. `migrated`: migrate it first, which a backup must not do. */
export function withDatabase<T>(
  { migrated, ...config }: DatabaseConfig & { readonly migrated: boolean },
  log: Logger,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return withDatabaseUrl(config, log, async (url) => {
    if (migrated) await migrate({ url, log });
    const db = await openDatabase({ url, log, connections: 3 });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  });
}

/** The operator has no login user, so the audit names the command line. */
export const auditCommand = (tx: Tx, command: { readonly procedure: string; readonly target: string }): Promise<void> =>
  beginAudit(tx, {
    ...{ userId: null, username: 'command line', ispId: null, resellerId: null, address: null, via: null },
    ...command,
  });

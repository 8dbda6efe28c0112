import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createLog } from '../../src/config/log.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type Definitions, definitionsOf } from './definitions.ts';

/**
 * Runs `work` with a temporary database that has all migrations, functions and triggers, and nothing else; and with the functions
 * and triggers as the migrations alone made them.
 */
export async function withMigratedDatabase<T>(
  work: (connection: pg.ClientConfig, byMigrations: Definitions) => Promise<T>,
): Promise<T> {
  const log = createLog('warn');
  const dataDir = await mkdtemp(join(tmpdir(), 'lastmile-schema-'));
  try {
    const server = await startEmbedded({ dataDir, log, settings: { fsync: 'off', synchronous_commit: 'off' } });
    try {
      const { hostname, username, password, pathname } = new URL(server.url);
      const connection = { host: hostname, port: server.port, user: username, password, database: pathname.slice(1) };
      await migrate({ url: server.url, log, folder: 'prisma/migrations' });
      const byMigrations = await withClient(connection, definitionsOf);
      await migrate({ url: server.url, log });
      return await work(connection, byMigrations);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The partitions, which the schema omits: it describes only their parents. */
export async function partitionsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relispartition AND c.relkind IN ('r', 'p')`,
  );
  return rows.map(({ name }) => name);
}

export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

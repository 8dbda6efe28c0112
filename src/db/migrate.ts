import pg from 'pg';
import type { Logger } from '../config/log.ts';
import { clientConfig } from './connection.ts';
import { apply, ensureHistory, forgetFailures, pendingOf } from './migrate/history.ts';
import { readMigrations } from './migrate/migration.ts';

export { MigrationError } from './migrate/migration.ts';

export interface MigrateOptions {
  /** As the owner of the database. */
  readonly url: string;
  readonly log: Logger;
  /** Default: the migrations of this package. */
  readonly folder?: string;
  /** Try again what failed before; the operator says that the cause is gone. */
  readonly retryFailed?: boolean;
}

/** The lock that Prisma's own tools take, so that they and we keep out of each other's way. */
export const MIGRATION_LOCK = 72_707_369;

/**
 * Brings the database up to date; returns the names of what was applied. Of several nodes that start at once, one does the
 * work and the others wait for it. Nothing of Prisma's engine is needed.
 * @throws MigrationError with one sentence: a migration failed, was edited, or comes from a newer program
 */
export async function migrate({ url, log, folder, retryFailed = false }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ ...clientConfig(url, 'migrate'), statement_timeout: 0, lock_timeout: 0 });
  client.on('error', () => undefined); // the statement that is running tells
  await client.connect();
  try {
    await lock(client, log);
    await ensureHistory(client);
    if (retryFailed) await forgetFailures(client);
    const pending = await pendingOf(client, migrations);
    for (const migration of pending) {
      await apply(client, migration);
      log.info({ migration: migration.name }, 'applied a migration');
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end().catch(() => undefined); // and with it goes the lock
  }
}

async function lock(client: pg.Client, log: Logger): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [MIGRATION_LOCK]);
  if (rows[0]?.got) return;
  log.info('waiting for another node to migrate the database');
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
}

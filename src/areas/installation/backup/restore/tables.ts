import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { applySourcesWithin } from '../../../../db/migrate/apply-sources.ts';
import { ensureHistory } from '../../../../db/migrate/history.ts';
import { checksumOf, type Migration, readMigrations, scriptInTransaction } from '../../../../db/migrate/migration.ts';
import { readSources, SOURCES_FOLDER } from '../../../../db/migrate/sources.ts';
import { MIGRATION_LOCK } from '../../../../db/migrate.ts';
import { execute, query, sql } from '../../../../db/sql.ts';
import { DATABASES } from '../databases.ts';
import { BackupError } from '../error.ts';
import { type Header, keyOf } from '../format.ts';
import type { BackupSet } from './backup-set.ts';

/** Also takes the migration lock, so that a node that starts on this database waits for the restore. */
export async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  await query(client, sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  const schemas = await query<{ name: string }>(
    client,
    sql`SELECT nspname AS name FROM pg_namespace WHERE nspname = ANY(${[...DATABASES]}::text[]) ORDER BY nspname`,
  );
  if (schemas.length === 0) return;
  const names = schemas.map(({ name }) => name).join(', ');
  throw new BackupError(`The database is not empty (it has ${names}). Restore into a new one.`);
}

/**
 * Creates the tables of the backup's database with its migrations, functions, triggers and partitions: rows of a month without a partition
 * could never be archived by the month.
 */
export async function makeTables(client: pg.Client, { backups, migrations }: BackupSet): Promise<void> {
  await ensureHistory(client);
  for (const migration of migrations) {
    const { name, script } = migration;
    await client.query(scriptInTransaction(migration));
    await execute(
      client,
      sql`INSERT INTO public._prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
          VALUES (${randomUUID()}, ${checksumOf(script)}, ${name}, now(), 1)`,
    );
  }
  await makeFunctions(client, migrations);
  for (const { header } of backups) await makePartitions(client, header);
}

/** Those of this program need all of its migrations: an older backup gets them with the later migrations, after its rows. */
async function makeFunctions(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const own = await readMigrations();
  if (migrations.length === own.length) await applySourcesWithin(client, await readSources(SOURCES_FOLDER));
}

async function makePartitions(client: pg.Client, { tables, partitions }: Header): Promise<void> {
  for (const [table, months] of Object.entries(partitions)) {
    if (!tables.some((known) => keyOf(known) === table)) continue;
    for (const month of months)
      await query(client, sql`SELECT radius.ensure_partition(${table}::regclass, ${`${month}-01`}::date)`);
  }
}

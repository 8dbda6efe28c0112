import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../config/log.ts';
import { clientConfig } from './client-config.ts';
import { moveSequences } from './installation-number.ts';
import { applySources } from './migrate/apply-sources.ts';
import { ensureHistory, forgetFailures, migrationState, record } from './migrate/history.ts';
import { type Migration, MigrationError, readMigrations } from './migrate/migration.ts';
import { inOneTransaction } from './migrate/retry.ts';
import { readSources, SOURCES_FOLDER } from './migrate/sources.ts';

export { MigrationError } from './migrate/migration.ts';

export interface MigrateOptions {
  /** As the owner of the database. */
  readonly url: string;
  readonly log: Logger;
  /** Default: the migrations of this package. */
  readonly folder?: string;
  /** With `functions` and `triggers`. Default: those of this package, or none if another folder of migrations is given. */
  readonly sources?: string;
  /** Retry migrations that failed before; the operator confirms that their cause is fixed. */
  readonly retryFailed?: boolean;
}

/** The advisory lock that Prisma's tools take too, so that they never run at the same time. */
export const MIGRATION_LOCK = 72_707_369;
const LOCK_AGAIN_MS = 250;

/**
 * Applies the pending migrations, then the functions and triggers that changed, and returns their names, without Prisma's engine.
 * If several nodes start at once, one migrates and the others wait.
 * @throws MigrationError with one sentence: a migration failed, was edited, or comes from a newer program and takes away what
 * this one needs; or a function or trigger cannot be applied
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { url, log, folder, retryFailed = false } = options;
  const sourcesFolder = options.sources ?? (folder === undefined ? SOURCES_FOLDER : undefined);
  const migrations = await readMigrations(folder);
  const sources = sourcesFolder === undefined ? [] : await readSources(sourcesFolder);
  const client = new pg.Client({ ...clientConfig(url, 'migrate'), statement_timeout: 0, lock_timeout: 0 });
  client.on('error', () => undefined); // the running statement reports it
  await client.connect();
  try {
    await lock(client, log);
    await ensureHistory(client);
    if (retryFailed) await forgetFailures(client);
    const { pending, newer } = await migrationState(client, migrations);
    if (newer.length > 0)
      log.warn({ newer }, 'the database is newer than this program, but this program can still use it');
    // A first start has no news but that the tables are there: two hundred lines would hide the key that it prints.
    const isNew = pending.length > 0 && pending.length === migrations.length;
    const detailed = isNew ? 'debug' : 'info';
    for (const migration of pending) {
      await apply(client, migration, log);
      log[detailed]({ migration: migration.name }, 'applied a migration');
    }
    if (pending.length > 0) await numberNewSequences(client);
    const changed = await applySources(client, sources, { log, afterMigrations: pending.length > 0 });
    if (changed.length > 0) log[detailed]({ changed }, 'applied functions and triggers');
    if (isNew) log.info({ migrations: pending.length }, 'made the tables of a new database');
    return [...pending.map(({ name }) => name), ...changed];
  } finally {
    await client.end().catch(() => undefined); // releases the lock
  }
}

/** A new table has a sequence that knows nothing of the installation's number yet. */
async function numberNewSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(`SELECT to_regclass('crm.setting') IS NOT NULL AS found`);
  if (!rows[0]?.found) return;
  await client.query('BEGIN');
  await moveSequences(client);
  await client.query('COMMIT');
}

/**
 * Asks again and again. Waiting in a statement would end in a deadlock: the statement has a snapshot, for whose end CREATE INDEX
 * CONCURRENTLY waits.
 */
async function lock(client: pg.Client, log: Logger): Promise<void> {
  if (await tryLock(client)) return;
  log.info('waiting for another node to migrate the database');
  while (!(await tryLock(client))) await sleep(LOCK_AGAIN_MS);
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ok: boolean }>('SELECT pg_try_advisory_lock($1) AS ok', [MIGRATION_LOCK]);
  return rows[0]?.ok ?? false;
}

/**
 * Applies a migration and adds its row, in one transaction, as soon as its tables are free.
 * @throws MigrationError
 */
async function apply(client: pg.Client, migration: Migration, log: Logger): Promise<void> {
  const started = new Date();
  const succeeded = () => record(client, migration, { started, logs: null });
  try {
    if (migration.outsideTransaction) await runSteps(client, migration);
    else {
      const work = async (): Promise<void> => {
        await client.query(migration.script); // without values: a simple query, which may contain many statements
        await succeeded();
      };
      const told = {
        log,
        what: { migration: migration.name },
        message: 'a migration is waiting for a table to be free',
      };
      await inOneTransaction(client, work, told);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await record(client, migration, { started, logs: reason });
    const fate = migration.outsideTransaction ? 'failed' : 'failed and was rolled back';
    throw new MigrationError(`The migration ${migration.name} ${fate}: ${reason}.`, { cause: error });
  }
  if (migration.outsideTransaction) await succeeded();
}

/** One by one, since several statements of one message are a transaction. What was done before a failure stays. */
async function runSteps(client: pg.Client, { script }: Migration): Promise<void> {
  for (const statement of script.split(/;[ \t]*\r?\n/)) if (statement.trim() !== '') await client.query(statement);
}

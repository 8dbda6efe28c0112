import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { checksumOf, hasChecksum, type Migration, MigrationError } from './migration.ts';

/** A row of Prisma's migrations table, so that its tools work with this database. */
interface HistoryRow {
  readonly migration_name: string;
  readonly checksum: string;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly logs: string | null;
}

/** Creates Prisma's table if missing. Not with IF NOT EXISTS, which would log a notice at every start. */
export async function ensureHistory(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT 1 WHERE to_regclass('public._prisma_migrations') IS NOT NULL");
  if (rows.length > 0) return;
  await client.query(`CREATE TABLE public._prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`);
}

/** What the history says to this program. */
export interface MigrationState {
  readonly pending: readonly Migration[];
  /** Applied by a newer program, and such that this one can use the database all the same. */
  readonly newer: readonly string[];
}

/** @throws MigrationError if the history and this program contradict each other */
export async function migrationState(client: pg.Client, migrations: readonly Migration[]): Promise<MigrationState> {
  const { rows } = await client.query<HistoryRow>(
    `SELECT migration_name, checksum, started_at, finished_at, logs FROM public._prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const newer: string[] = [];
  for (const row of rows) {
    const migration = known.get(row.migration_name);
    if (migration) check(row, migration);
    else if (row.finished_at) newer.push(usable(row.migration_name, migrations.at(-1)?.name ?? ''));
  }
  const applied = new Set(rows.map((row) => row.migration_name));
  const pending = migrations.filter(({ name }) => !applied.has(name));
  if (newer.length > 0 && pending[0])
    throw new MigrationError(
      `The database has the migration ${newer[0]}, which this program does not have, but lacks ${pending[0].name}.`,
    );
  return { pending, newer };
}

/**
 * A newer program's migration adds to what this one knows. One that takes something away says in its name which migration a
 * program must know to do without it: `20270301000000_contract_20270105000000_drop_phone`.
 * @throws MigrationError if this program is too old
 */
function usable(name: string, latest: string): string {
  const needed = /^\d+_contract_(\d+)_/.exec(name)?.[1];
  if (needed === undefined || latest >= needed) return name;
  throw new MigrationError(
    `The database is too new for this program: its migration ${name} needs a program that has migration ${needed}.`,
  );
}

function check(row: HistoryRow, migration: Migration): void {
  const name = row.migration_name;
  if (!row.finished_at) {
    const reason = row.logs?.split('\n')[0] ?? 'it was interrupted';
    throw new MigrationError(
      `The migration ${name} failed at ${row.started_at.toISOString()} (${reason}). Remove the cause, then run migrate --retry-failed.`,
    );
  }
  if (!hasChecksum(migration.script, row.checksum)) {
    throw new MigrationError(`The migration ${name} was edited after it was applied. Restore it and write a new one.`);
  }
}

/** Marks failed migrations as rolled back, which they are: each runs in one transaction. */
export async function forgetFailures(client: pg.Client): Promise<void> {
  await client.query(
    'UPDATE public._prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL',
  );
}

/** Adds a migration to the history: applied, or failed with the given reason. */
export async function record(
  client: pg.Client,
  { name, script }: Migration,
  run: { readonly started: Date; readonly logs: string | null },
): Promise<void> {
  const done = run.logs === null;
  await client.query(
    `INSERT INTO public._prisma_migrations (id, checksum, migration_name, started_at, finished_at, logs, applied_steps_count)
     VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN clock_timestamp() END, $6, $7)`,
    [randomUUID(), checksumOf(script), name, run.started, done, run.logs, done ? 1 : 0],
  );
}

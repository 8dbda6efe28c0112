import pg from 'pg';
import { clientConfig } from '../../../../db/client-config.ts';
import { moveSequences } from '../../../../db/installation-number.ts';
import type { DatabaseName } from '../databases.ts';
import { BackupError } from '../error.ts';
import { quoted } from '../format.ts';
import { type BackupSet, openBackups } from './backup-set.ts';
import { type BrokenReference, dropConstraints, restoreConstraints } from './constraints.ts';
import { loadBackup } from './load.ts';
import { makeTables, refuseUnlessEmpty } from './tables.ts';

export interface RestoreOptions {
  /** Connects as the owner of an empty database. */
  readonly url: string;
  /** Keep rows that refer to rows in none of the files. */
  readonly allowMissing?: boolean;
}

export interface Restored {
  readonly databases: readonly DatabaseName[];
  readonly rows: number;
  /** Violated foreign keys; empty unless `allowMissing`. */
  readonly missing: readonly BrokenReference[];
}

/**
 * Restores backups into an empty database, all or nothing. The files are read to their end before anything is written. The
 * database then has the migrations of the backup; `migrate` applies this program's later ones.
 * @throws BackupError with one sentence
 */
export async function restore(files: readonly string[], { url, allowMissing }: RestoreOptions): Promise<Restored> {
  const set = await openBackups(files);
  const client = new pg.Client({ ...clientConfig(url, 'restore'), statement_timeout: 0, lock_timeout: 0 });
  client.on('error', () => undefined); // the running statement fails with it
  await client.connect();
  try {
    await client.query('BEGIN');
    await refuseUnlessEmpty(client);
    const missing = await loadAll(client, set);
    if (missing.length > 0 && !allowMissing) throw new BackupError(sentenceOf(missing, set));
    await client.query('COMMIT');
    await analyze(client, set);
    return { databases: set.databases, rows: rowsOf(set), missing };
  } finally {
    // Rolls back what was not committed.
    await client.end().catch(() => undefined);
  }
}

async function loadAll(client: pg.Client, set: BackupSet): Promise<BrokenReference[]> {
  await makeTables(client, set);
  const guards = await dropConstraints(client);
  for (const backup of set.backups) await loadBackup(client, backup);
  await reconcile(client, set.databases);
  await moveSequences(client);
  return restoreConstraints(client, guards);
}

/** Autovacuum would analyze too, but minutes after the first query. A failure does not affect the restore. */
async function analyze(client: pg.Client, { backups }: BackupSet): Promise<void> {
  const tables = backups.flatMap(({ header }) => header.tables);
  await client.query(`ANALYZE ${tables.map(quoted).join(', ')}`).catch(() => undefined);
}

function sentenceOf(missing: readonly BrokenReference[], { databases }: BackupSet): string {
  const pairs = [...new Set(missing.map(({ table, target }) => `${table} to ${target}`))].join(', ');
  const schemas = new Set(missing.map(({ target }) => target.split('.')[0] ?? ''));
  const absent = [...schemas].filter((schema) => !databases.some((database) => database === schema));
  const advice =
    absent.length > 0
      ? `also give the backup of ${absent.join(' and ')}`
      : 'rows were added between the backups; a backup of all has no such gap';
  return `Some rows refer to rows that these files do not have (${pairs}): ${advice}, or use --allow-missing.`;
}

function rowsOf({ backups }: BackupSet): number {
  return backups.flatMap(({ trailer }) => Object.values(trailer.rows)).reduce((sum, rows) => sum + rows, 0);
}

/**
 * Repairs what can differ between backups taken one after the other, as the API takes them: a service newer than the backup of
 * `radius` gets its usage row, and a login user's cash is set to its ledger balance.
 */
async function reconcile(client: pg.Client, databases: readonly DatabaseName[]): Promise<void> {
  if (!databases.includes('crm')) return;
  await client.query(
    `INSERT INTO radius.usage (service_id, isp_id) SELECT id, isp_id FROM crm.service ON CONFLICT DO NOTHING`,
  );
  if (!databases.includes('auth')) return;
  await client.query(
    `UPDATE auth.login_user u SET cash_balance = d.ledger
     FROM crm.balance_drift d WHERE d.kind = 'cash' AND d.owner_id = u.id`,
  );
}

import pg from 'pg';
import type { SecretsKeys } from '../../../../config/secrets-keys.ts';
import { checkSecretsKey, useStoredKey } from '../../../../db/check-secrets-key.ts';
import { clientConfig } from '../../../../db/client-config.ts';
import { moveSequences } from '../../../../db/installation-number.ts';
import { type Sql, sql } from '../../../../db/sql.ts';
import { BackupError } from '../../backup/error.ts';
import { keyOf, type TenantFacts } from '../../backup/format.ts';
import { type BackupContents, readBackup } from '../../backup/restore/backup-file.ts';
import { copyInto } from '../../backup/restore/load.ts';
import { type Resealing, reseal } from '../../secrets/reseal.ts';
import type { SealedColumn } from '../../secrets/sealed-columns.ts';
import { forgetRemoval } from '../removals.ts';
import { withoutTriggers } from '../without-triggers.ts';
import { refuseForeignRows } from './check-rows.ts';
import { asCollision } from './collision.ts';
import { refuseUnlessFits } from './fits.ts';
import { refuseWrongMoney } from './money.ts';
import { makeMonths } from './months.ts';
import { type Announcement, notifyNodes } from './notify-nodes.ts';
import { refuseHarmToOthers } from './shared-state.ts';

export interface ImportOptions {
  /** Of the database, as its owner. */
  readonly url: string;
  /** Seals the secrets here. */
  readonly secretsKeys: SecretsKeys;
  /** Those of the installation the file comes from, if it is another one. */
  readonly sourceKeys?: SecretsKeys | undefined;
  readonly announcement: Announcement;
}

export interface Imported {
  readonly tenant: TenantFacts;
  readonly rows: number;
  /** Secrets that the key of their installation does not open either; they stay as they are. */
  readonly unreadable: number;
  /** When it was removed from here with this very file; undefined if it comes from another installation. */
  readonly removedAt: Date | undefined;
}

/**
 * Loads the file of a tenant into an installation that may have others, all of it or nothing. The rows keep their ids. The ISP
 * is frozen until `thaw`: nobody can use it yet, and so nothing is lost by removing it again.
 *
 * Triggers and foreign keys are off for this connection only, since they would count, audit and notify a second time; other
 * connections read and write meanwhile. What they enforce is checked before the commit.
 * @throws BackupError with one sentence
 */
export async function importTenant(file: string, options: ImportOptions): Promise<Imported> {
  const contents = await readBackup(file);
  const client = new pg.Client({
    ...clientConfig(options.url, 'tenant import'),
    statement_timeout: 0,
    lock_timeout: 0,
  });
  client.on('error', () => undefined); // the running statement fails with it
  await client.connect();
  try {
    // Which of two keys seals here decides whether the secrets of the file are sealed again.
    await useStoredKey(client, options.secretsKeys);
    const { tenant, reseals, removal } = await refuseUnlessFits(client, contents, options);
    await refuseHarmToOthers(client, contents);
    await makeMonths(client, contents.header.partitions);
    await numbered(client, contents);
    await client.query('BEGIN');
    await checkSecretsKey(client, options.secretsKeys);
    await withoutTriggers(client);
    const rows = await load(client, contents);
    const unreadable = reseals ? await resealIsp(client, tenant.id, reseals) : 0;
    await refuseForeignRows(client, tenant.id, contents);
    await refuseWrongMoney(client, tenant.id);
    await client.query('INSERT INTO crm.tenant_freeze (isp_id) VALUES ($1)', [tenant.id]);
    await forgetRemoval(client, tenant.id);
    await notifyNodes(client, tenant.id, options.announcement);
    await client.query('COMMIT');
    return { tenant, rows, unreadable, removedAt: removal?.removedAt };
  } finally {
    // Rolls back what was not committed.
    await client.end().catch(() => undefined);
  }
}

/**
 * New ids are above all that the other installation has given out: the order of rows is that of their ids, and ids of before it
 * had a number leave any rest. Harmless if the import fails.
 */
async function numbered(client: pg.Client, { trailer }: BackupContents): Promise<void> {
  const ids = Object.entries(trailer.sequences).map(([sequence, id]) => [sequence, BigInt(id)] as const);
  await client.query('BEGIN');
  await moveSequences(client, Object.fromEntries(ids));
  await client.query('COMMIT');
}

/** Reads the file once more, which may have been replaced meanwhile. */
async function load(client: pg.Client, { file, header, sha256 }: BackupContents): Promise<number> {
  let rows = 0;
  const again = await readBackup(file, async (table, lines) => {
    const known = header.tables.find((each) => keyOf(each) === keyOf(table));
    if (JSON.stringify(known) !== JSON.stringify(table))
      throw new BackupError(`${file} was replaced during the import. Try again.`);
    const loaded = await copyInto(client, table, lines).catch((error: unknown) => {
      throw asCollision(error, table);
    });
    rows += loaded;
    return loaded;
  });
  if (again.sha256 !== sha256) throw new BackupError(`${file} was replaced during the import. Try again.`);
  return rows;
}

/** Seals the secrets of an ISP with another key. Returns how many could not be opened, and stay as they are. */
async function resealIsp(client: pg.ClientBase, ispId: number, keys: Resealing): Promise<number> {
  let unreadable = 0;
  for await (const batch of reseal({ ...keys, of: (column) => ofIsp(ispId, column), run: (work) => work(client) }))
    unreadable += batch.unreadable;
  return unreadable;
}

const ofIsp = (ispId: number, { table }: SealedColumn): Sql =>
  table === 'auth.second_factor'
    ? sql`t.user_id IN (SELECT id FROM auth.login_user WHERE isp_id = ${ispId})`
    : sql`t.isp_id = ${ispId}`;

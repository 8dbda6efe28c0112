import type pg from 'pg';
import { Fault } from '../../../core/fault.ts';
import { VERSION } from '../../../core/version.ts';
import { query, sql } from '../../../db/sql.ts';
import { appliedMigrations, partitionsOf, tablesOf } from './catalog.ts';
import type { DatabaseName } from './databases.ts';
import { type Header, keyOf, quoted } from './format.ts';

/** How long to wait for a transaction that alters a table; longer would leave the caller without an answer. */
const LOCK_TIMEOUT = '5s';

/**
 * Opens the transaction that sees all tables at one moment, and describes them. The tables are locked against alteration, not
 * against reading or writing, before the snapshot is taken: a partition moved between the two would be missing from the backup.
 */
export async function openSnapshot(client: pg.PoolClient, databases: readonly DatabaseName[]): Promise<Header> {
  const known = await tablesOf(client, databases);
  if (known.length === 0) throw new Fault('conflict', 'there is nothing to back up: the database has no tables yet');
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // A slow reader leaves the transaction idle between two tables.
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  await client.query('SET LOCAL statement_timeout = 0');
  await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
  await client.query(`LOCK TABLE ${known.map(quoted).join(', ')} IN ACCESS SHARE MODE`);
  const tables = await tablesOf(client, databases);
  if (tables.map(keyOf).join() !== known.map(keyOf).join())
    throw new Fault('conflict', 'the tables are being changed; try again in a moment');
  return {
    version: VERSION.version_no,
    databases: [...databases],
    ...(await snapshotFacts(client)),
    migrations: await appliedMigrations(client),
    partitions: await partitionsOf(client, databases),
    tables,
  };
}

async function snapshotFacts(client: pg.PoolClient): Promise<Pick<Header, 'server' | 'database' | 'taken_at'>> {
  const [row] = await query<{ server: string; database: string; at: Date }>(
    client,
    sql`SELECT current_setting('server_version') AS server, current_database()::text AS database, now() AS at`,
  );
  if (!row) throw new Error('the server does not say what it is');
  return { server: row.server, database: row.database, taken_at: new Date(row.at).toISOString() };
}

import { Fault } from '../../core/fault.ts';
import { query, type Runner, raw, sql } from '../../db/sql.ts';
import { VERSION } from '../server/version.ts';
import { appliedMigrations, partitionsOf, tablesOf } from './catalog.ts';
import type { DatabaseName } from './databases.ts';
import { type Header, keyOf, quoted } from './format.ts';

/** Waiting longer for somebody who alters a table would only make the caller guess. */
const LOCK_TIMEOUT = '5s';

/**
 * Opens the transaction that sees all tables at one moment, and describes what there is. The tables are locked against
 * alteration (not against reading or writing) before the moment is fixed: a partition that is moved away between the two
 * would be missing from both places.
 */
export async function openSnapshot(on: Runner, databases: readonly DatabaseName[]): Promise<Header> {
  const known = await tablesOf(on, databases);
  if (known.length === 0) throw new Fault('conflict', 'there is nothing to back up: the database has no tables yet');
  await query(on, sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`);
  // A caller who reads slowly leaves the transaction idle between two tables.
  await query(on, sql`SET LOCAL idle_in_transaction_session_timeout = 0`);
  await query(on, sql`SET LOCAL statement_timeout = 0`);
  await query(on, raw(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`));
  await query(on, raw(`LOCK TABLE ${known.map(quoted).join(', ')} IN ACCESS SHARE MODE`));
  const tables = await tablesOf(on, databases);
  if (tables.map(keyOf).join() !== known.map(keyOf).join())
    throw new Fault('conflict', 'the tables are being changed just now; try again');
  return {
    version: VERSION.version_no,
    databases: [...databases],
    ...(await moment(on)),
    migrations: await appliedMigrations(on),
    partitions: await partitionsOf(on, databases),
    tables,
  };
}

async function moment(on: Runner): Promise<Pick<Header, 'server' | 'database' | 'taken_at'>> {
  const [row] = await query<{ server: string; database: string; at: Date }>(
    on,
    sql`SELECT current_setting('server_version') AS server, current_database()::text AS database, now() AS at`,
  );
  if (!row) throw new Error('the server does not say what it is');
  return { server: row.server, database: row.database, taken_at: new Date(row.at).toISOString() };
}

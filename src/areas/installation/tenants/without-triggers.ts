import type pg from 'pg';
import { problemOf } from '../../../db/problem.ts';
import { query, sql } from '../../../db/sql.ts';
import { BackupError } from '../backup/error.ts';

const NOT_ALLOWED = '42501';

/**
 * Switches triggers and foreign keys off for the rest of this transaction, without a lock on any table. Only one such
 * transaction runs at a time.
 * @throws BackupError if the role may not do that
 */
export async function withoutTriggers(client: pg.ClientBase): Promise<void> {
  const [user] = await query<{ name: string }>(client, sql`SELECT quote_ident(current_user) AS name`);
  await client.query(
    `SELECT set_config('idle_in_transaction_session_timeout', '0', true), pg_advisory_xact_lock(hashtext('tenant'), 0)`,
  );
  try {
    await client.query('SET LOCAL session_replication_role = replica');
  } catch (error) {
    if (problemOf(error)?.code !== NOT_ALLOWED) throw error;
    throw new BackupError(
      `The database user lacks a privilege. As a superuser, run GRANT SET ON PARAMETER session_replication_role TO ${user?.name};`,
    );
  }
}

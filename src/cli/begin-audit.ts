import type { Tx } from '../db/database.ts';
import { query, sql } from '../db/sql.ts';

/** The operator has no login user, so the audit names the command line. */
export async function beginAudit(tx: Tx, { procedure, target }: { procedure: string; target: string }): Promise<void> {
  await query(
    tx,
    sql`SELECT auth.begin_audit(NULL, 'command line', NULL, NULL, NULL, ${procedure}, ${target}, '{}'::jsonb)`,
  );
}

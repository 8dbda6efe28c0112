import { afterRestore } from '../../../areas/backup/after-restore.ts';
import type { Logger } from '../../../config/log.ts';
import type { Database } from '../../../db/database.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';

/**
 * Whether the database went back to an earlier moment: it would give out ids of services that memory already has. Then all
 * ids move on before they meet NASes that still report for the lost services. By one node, however many see it.
 * @param highest the highest id of a service in memory
 */
export async function moveOnIfOlder(
  db: Pick<Database, 'pool' | 'transaction'>,
  highest: number,
  log: Logger,
): Promise<void> {
  if (!(await isOlder(db.pool, highest))) return;
  const moved = await db.transaction(async (tx) => {
    await query(tx, sql`SELECT pg_advisory_xact_lock(hashtext('older database'), 0)`);
    return (await isOlder(tx, highest)) ? afterRestore(tx) : undefined;
  });
  if (moved)
    log.error({ highest, ...moved }, 'the database went back to an earlier moment; its ids and invoices moved on');
}

async function isOlder(on: Runner, highest: number): Promise<boolean> {
  const [row] = await query<{ last: number }>(
    on,
    sql`SELECT coalesce(last_value, 0)::float8 AS last FROM pg_sequences
        WHERE schemaname = 'crm' AND sequencename = 'service_id_seq'`,
  );
  return row !== undefined && row.last < highest;
}

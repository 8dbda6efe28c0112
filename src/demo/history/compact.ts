import type { Tx } from '../../db/database.ts';
import { execute, raw, sql } from '../../db/sql.ts';

/** Their rows are written anew every day, and no row of another table refers to them. */
const TABLES = ['radius.usage', 'radius.session', 'radius.ip_address'];

/**
 * Rewrites tables without the rows that this transaction has replaced. PostgreSQL removes those only after the commit, and
 * until then every look-up passes all of them: after months that took most of the time. No check may be waiting.
 */
export async function compact(tx: Tx): Promise<void> {
  for (const name of TABLES) {
    const table = raw(name);
    await execute(tx, sql`CREATE TEMPORARY TABLE demo_rows ON COMMIT DROP AS TABLE ${table}`);
    await execute(tx, sql`TRUNCATE ${table}`);
    await execute(tx, sql`INSERT INTO ${table} SELECT * FROM demo_rows`);
    await execute(tx, sql`DROP TABLE demo_rows`);
    await execute(tx, sql`ANALYZE ${table}`);
  }
}

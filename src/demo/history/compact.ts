import type { Tx } from '../../db/database.ts';
import { execute, raw, sql } from '../../db/sql.ts';

/** Their rows are written anew every day, and no row of another table refers to them. */
const TABLES = ['radius.usage', 'radius.session', 'radius.ip_address'];

/** They grow from nothing, and statements are planned anew once their size is known. */
const GROWING = [
  'service',
  'customer',
  'period',
  'invoice',
  'charge',
  'payment',
  'ledger_entry',
  'ledger_line',
  'lead',
];

/**
 * Lets the transaction join many rows at once. Connections of transactions look rows up by their keys only, but billing runs and
 * accounting, which take all subscribers, have others in a node.
 */
export async function planForMany(tx: Tx): Promise<void> {
  await execute(
    tx,
    sql`SELECT set_config(name, 'on', true) FROM unnest(${['enable_hashjoin', 'enable_mergejoin', 'enable_seqscan']}::text[]) name`,
  );
}

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
  await execute(tx, sql`ANALYZE ${raw(GROWING.map((name) => `crm.${name}`).join(', '))}`);
}

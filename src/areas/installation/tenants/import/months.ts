import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { problemOf } from '../../../../db/problem.ts';
import { query, sql } from '../../../../db/sql.ts';

const LOCK_NOT_AVAILABLE = '55P03';
const MAX_ATTEMPTS = 30;
const PAUSE_MS = 1_000;

/**
 * Makes the partitions of months in which the ISP has rows, each in a short transaction of its own: an empty month is harmless,
 * and nobody waits for the import.
 */
export async function makeMonths(
  client: pg.Client,
  months: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [table, names] of Object.entries(months))
    for (const month of names) await makeMonth(client, table, `${month}-01`);
}

/** As `areas/installation/archive/brief-locks.ts`: everybody who comes after one who waits for a lock waits too. */
async function makeMonth(client: pg.Client, table: string, day: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('BEGIN');
      await client.query(`SET LOCAL lock_timeout = '200ms'`);
      await query(client, sql`SELECT pg_advisory_xact_lock(hashtextextended('radius.ensure_partitions', 0))`);
      await query(client, sql`SELECT radius.ensure_partition(${table}::regclass, ${day}::date)`);
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (problemOf(error)?.code !== LOCK_NOT_AVAILABLE || attempt === MAX_ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

import type pg from 'pg';
import { query, sql } from './sql.ts';
import { within } from './within.ts';

const PING_TIMEOUT_MS = 2_000;

/**
 * Checks that the pools can write. Concurrent calls share one, so that hanging pings do not use up the connections.
 * @throws when one does not answer within two seconds or is read-only
 */
export function pingOf(pools: readonly pg.Pool[]): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () =>
    (running ??= within(PING_TIMEOUT_MS, Promise.all(pools.map(canWrite))).finally(() => {
      running = undefined;
    }));
}

/** A standby answers queries but accepts no writes. */
async function canWrite(pool: pg.Pool): Promise<void> {
  const [row] = await query<{ readOnly: boolean }>(
    pool,
    sql`SELECT current_setting('transaction_read_only')::boolean AS "readOnly"`,
  );
  if (row?.readOnly) throw new Error('the database is read-only');
}

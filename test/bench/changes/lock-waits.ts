import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const INTERVAL_MS = 10;

/** Connections that wait for a lock, on average between this call and that of what it returns. */
export function watchLockWaits(pool: pg.Pool, database: string): () => Promise<number> {
  let ended = false;
  let samples = 0;
  let waiting = 0;
  const watch = async (): Promise<void> => {
    while (!ended) {
      const { rows } = await pool.query<{ count: number }>({
        name: 'lock waits',
        text: `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'`,
        values: [database],
      });
      samples++;
      waiting += rows[0]?.count ?? 0;
      await sleep(INTERVAL_MS);
    }
  };
  const watching = watch();
  watching.catch(() => undefined);
  return async () => {
    ended = true;
    await watching;
    return waiting / samples;
  };
}

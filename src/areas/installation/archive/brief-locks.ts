import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Tx } from '../../../db/database.ts';
import { problemOf } from '../../../db/problem.ts';
import { execute, sql } from '../../../db/sql.ts';

/** Every later query of a table queues after one that waits for its lock, so no attempt waits longer than this. */
const LOCK_TIMEOUT_MS = 200;
const PAUSE_MS = 2_000;
const MAX_ATTEMPTS = 30;
/** Long enough to read a month of many rows, or to remove its files. */
const MAX_TRANSACTION_MS = 20 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Pause between two attempts. */
  readonly pauseMs?: number;
}

/**
 * Changes tables in a transaction that gives up when it waits too long for a lock, and retries after a pause.
 * @throws after about a minute without the locks, because of a long query; the next run of the job tries again
 */
export async function withBriefLocks<T>(
  db: Pick<Database, 'transaction'>,
  change: (tx: Tx) => Promise<T>,
  { signal, pauseMs = PAUSE_MS }: RetryOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(
        async (tx) => {
          await execute(
            tx,
            sql`SELECT set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true), set_config('statement_timeout', '0', true)`,
          );
          return change(tx);
        },
        { timeoutMs: MAX_TRANSACTION_MS, attempts: 1 },
      );
    } catch (error) {
      if (problemOf(error)?.code !== LOCK_NOT_AVAILABLE || attempt === MAX_ATTEMPTS || signal.aborted) throw error;
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from '../../db/database.ts';
import { problemOf } from '../../db/problem.ts';
import { execute, sql } from '../../db/sql.ts';

/** While somebody waits for a table, everybody who comes later waits too: so nobody waits longer than this at a time. */
const LOCK_TIMEOUT_MS = 200;
const PAUSE_MS = 2_000;
const MAX_ATTEMPTS = 30;
/** A month of many rows is read through, or its files are removed. */
const MAX_TRANSACTION_MS = 20 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Between two attempts. */
  readonly pauseMs?: number;
}

/**
 * Changes tables in a transaction that gives up as soon as it has to wait for a lock, and comes again a little later. @throws
 * when the locks are not to be had in a minute: somebody reads for a long time, and the next turn of the job tries again
 */
export async function withBriefLocks<T>(
  db: Pick<Database, 'transaction'>,
  work: (tx: Tx) => Promise<T>,
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
          return work(tx);
        },
        { timeoutMs: MAX_TRANSACTION_MS, attempts: 1 },
      );
    } catch (error) {
      if (problemOf(error)?.code !== LOCK_NOT_AVAILABLE || attempt === MAX_ATTEMPTS || signal.aborted) throw error;
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

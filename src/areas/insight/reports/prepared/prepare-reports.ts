import { setTimeout as sleep } from 'node:timers/promises';
import type { Kernel } from '../../../../core/kernel.ts';
import type { Database } from '../../../../db/database.ts';
import { execute, sql } from '../../../../db/sql.ts';
import { claim } from './claim.ts';
import { make } from './make.ts';

/** Of a node. */
const MAX_AT_A_TIME = 2;
/** How often a node that makes one looks for another. */
const POLL_MS = 5_000;

/** Makes the reports that wait, until none does. Other nodes take part. */
export async function prepareReports(kernel: Pick<Kernel, 'db' | 'clock' | 'log'>, signal: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>();
  for (;;) {
    const isFull = signal.aborted || running.size >= MAX_AT_A_TIME;
    const claimed = isFull ? undefined : await claim(kernel.db);
    if (claimed) {
      const made = make(kernel, claimed, signal).finally(() => running.delete(made));
      running.add(made);
    } else {
      if (running.size === 0) return;
      await Promise.race([...running, sleep(POLL_MS, undefined, { ref: false })]);
    }
  }
}

/** Deletes the prepared reports that are kept no longer. */
export const purgeReports = ({ pool }: Pick<Database, 'pool'>): Promise<number> =>
  execute(pool, sql`DELETE FROM crm.prepared_report WHERE expires_at <= now() AND state IN ('Ready', 'Failed')`);

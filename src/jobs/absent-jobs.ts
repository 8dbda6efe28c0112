import type { Kernel } from '../core/kernel.ts';
import { jobNodes } from '../db/named-locks.ts';
import { query, sql } from '../db/sql.ts';

const EVERY_MS = 60_000;
/** Restarts of the nodes that run jobs are shorter. */
const WARN_AFTER_MS = 5 * 60_000;

/**
 * For a node without the role jobs: warns while no node has it, since then nobody is renewed, billed or cut off. Returns what
 * ends it.
 */
export function warnWithoutJobs(
  { db, log }: Pick<Kernel, 'db' | 'log'>,
  { everyMs = EVERY_MS, warnAfterMs = WARN_AFTER_MS } = {},
): () => Promise<void> {
  let seenAt = performance.now();
  const look = async () => {
    const [row] = await query<{ nodes: number }>(db.pool, sql`SELECT ${jobNodes} AS nodes`);
    if (row === undefined || row.nodes > 0) seenAt = performance.now();
    else if (performance.now() - seenAt >= warnAfterMs)
      log.warn('no node runs jobs, so no service is renewed, billed or cut off; start a node with jobs in its ROLES');
  };
  const timer = setInterval(() => {
    // While the database is away, others say so.
    look().catch((err) => log.debug({ err }, 'cannot count the nodes that run jobs'));
  }, everyMs);
  timer.unref();
  return async () => clearInterval(timer);
}

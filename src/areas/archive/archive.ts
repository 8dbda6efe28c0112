import type { Kernel } from '../../core/kernel.ts';
import { execute, sql } from '../../db/sql.ts';
import { agesOf, mayContinueSince } from './ages.ts';
import { ARCHIVED_AT, archiveMetrics } from './metrics.ts';
import { archiveMonthsOf, removeMonthsOf } from './months.ts';
import {
  archiveAudit,
  archiveStrayDays,
  archiveStraySessions,
  deductDays,
  flushCurrentDays,
  removeArchivedAudit,
  removeStrayAnswers,
} from './rows.ts';
import { type ArchiveRun, Interrupted } from './run.ts';

interface ArchiveOptions {
  readonly signal: AbortSignal;
  readonly pauseMs?: number;
}

type Dependencies = Pick<Kernel, 'config' | 'db' | 'clock' | 'metrics'>;

/**
 * Moves the months that are old enough to the archive, and removes those whose retention is over. Each step is a transaction
 * that leaves everything in one place, so a turn may end anywhere, come twice, or meet another node's. False: it was told to
 * end before it was through.
 */
export async function archive(kernel: Dependencies, means: ArchiveOptions): Promise<boolean> {
  const { config, db, clock } = kernel;
  const now = clock.now();
  const count = archiveMetrics(kernel.metrics);
  const turn: ArchiveRun = {
    ...means,
    db,
    mayContinueSince: mayContinueSince(now),
    throwIfAborted: () => {
      if (means.signal.aborted) throw new Interrupted();
    },
    countArchived: (table, rows) => count.rows.inc({ table, step: 'archived' }, rows),
    countRemoved: (table, rows) => count.rows.inc({ table, step: 'removed' }, rows),
  };
  try {
    await sessions(turn, agesOf('sessions', config.archive, now));
    await usage(turn, agesOf('usage', config.archive, now));
    await audit(turn, agesOf('audit', config.archive, now));
    await authLog(turn, agesOf('authLog', config.archive, now));
  } catch (error) {
    if (error instanceof Interrupted || means.signal.aborted) return false;
    throw error;
  }
  await execute(
    db.pool,
    sql`INSERT INTO crm.setting (key, value) VALUES (${ARCHIVED_AT}, to_jsonb(${now.toISOString()}::text))
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
  );
  return true;
}

type Ages = ReturnType<typeof agesOf>;

async function sessions(turn: ArchiveRun, { archiveBefore, removeBefore }: Ages): Promise<void> {
  await archiveMonthsOf(turn, 'session_log', archiveBefore);
  await archiveStraySessions(turn, archiveBefore);
  if (removeBefore) await removeMonthsOf(turn, 'crm_archive.session_log', { before: removeBefore });
}

async function usage(turn: ArchiveRun, { archiveBefore, removeBefore }: Ages): Promise<void> {
  await flushCurrentDays(turn, archiveBefore);
  await archiveMonthsOf(turn, 'usage_day', archiveBefore);
  await archiveStrayDays(turn, archiveBefore);
  if (!removeBefore) return;
  const settle = (month: string) => deductDays(turn, month);
  await removeMonthsOf(turn, 'crm_archive.usage_day', { before: removeBefore, settle });
}

async function audit(turn: ArchiveRun, { archiveBefore, removeBefore }: Ages): Promise<void> {
  await archiveAudit(turn, archiveBefore);
  if (removeBefore) await removeArchivedAudit(turn, removeBefore);
}

/** Contract 4.3 asks for the recent answers only, so nothing of them is archived. */
async function authLog(turn: ArchiveRun, { removeBefore }: Ages): Promise<void> {
  if (!removeBefore) return;
  await removeMonthsOf(turn, 'radius.auth_log', { before: removeBefore });
  await removeStrayAnswers(turn, removeBefore);
}

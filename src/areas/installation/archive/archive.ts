import type { Config } from '../../../config/config.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { execute, sql } from '../../../db/sql.ts';
import { MAX_LATE_DAYS } from '../../money/usage/late-records.ts';
import { announceRemoval, removeSeals } from '../audit/chain/remove-seals.ts';
import { ARCHIVED_AT, archiveMetrics } from './metrics.ts';
import { archiveMonthsOf, removeMonthsOf } from './months.ts';
import {
  archiveAudit,
  archiveStrayDays,
  archiveStraySessions,
  deductDays,
  flushCurrentDays,
  removeArchivedAudit,
  removeStrayResponses,
} from './rows.ts';
import { type ArchiveRun, Interrupted } from './run.ts';

interface ArchiveOptions {
  readonly signal: AbortSignal;
  readonly pauseMs?: number;
}

type Dependencies = Pick<Kernel, 'config' | 'db' | 'clock' | 'metrics'>;

/**
 * Archives the months that are old enough and removes those past their retention. Every step is a transaction after which each
 * row is in exactly one place, so a run may stop anywhere, be repeated, or overlap with another node's. False: aborted before
 * it finished.
 */
export async function archive(kernel: Dependencies, options: ArchiveOptions): Promise<boolean> {
  const { config, db, clock } = kernel;
  const now = clock.now();
  const count = archiveMetrics(kernel.metrics);
  const run: ArchiveRun = {
    ...options,
    db,
    mayContinueSince: mayContinueSince(now),
    throwIfAborted: () => {
      if (options.signal.aborted) throw new Interrupted();
    },
    countArchived: (table, rows) => count.rows.inc({ table, step: 'archived' }, rows),
    countRemoved: (table, rows) => count.rows.inc({ table, step: 'removed' }, rows),
  };
  try {
    await sessions(run, agesOf('sessions', config.archive, now));
    await usage(run, agesOf('usage', config.archive, now));
    await audit(run, agesOf('audit', config.archive, now));
    await authLog(run, agesOf('authLog', config.archive, now));
  } catch (error) {
    if (error instanceof Interrupted || options.signal.aborted) return false;
    throw error;
  }
  await execute(
    db.pool,
    sql`INSERT INTO crm.setting (key, value) VALUES (${ARCHIVED_AT}, to_jsonb(${now.toISOString()}::text))
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
  );
  return true;
}

async function sessions(run: ArchiveRun, { archiveBefore, removeBefore }: Ages): Promise<void> {
  await archiveMonthsOf(run, 'session_log', archiveBefore);
  await archiveStraySessions(run, archiveBefore);
  if (removeBefore) await removeMonthsOf(run, 'crm_archive.session_log', { before: removeBefore });
}

async function usage(run: ArchiveRun, { archiveBefore, removeBefore }: Ages): Promise<void> {
  await flushCurrentDays(run, archiveBefore);
  await archiveMonthsOf(run, 'usage_day', archiveBefore);
  await archiveStrayDays(run, archiveBefore);
  if (!removeBefore) return;
  const prepare = (month: string) => deductDays(run, month);
  await removeMonthsOf(run, 'crm_archive.usage_day', { before: removeBefore, prepare });
}

async function audit(run: ArchiveRun, { archiveBefore, removeBefore }: Ages): Promise<void> {
  await archiveAudit(run, archiveBefore);
  if (!removeBefore) return;
  await announceRemoval(run.db, removeBefore);
  await removeArchivedAudit(run, removeBefore);
  await removeSeals(run.db, { before: removeBefore, throwIfAborted: run.throwIfAborted });
}

/** Contract 4.3 needs recent responses only, so the authentication log is not archived. */
async function authLog(run: ArchiveRun, { removeBefore }: Ages): Promise<void> {
  if (!removeBefore) return;
  await removeMonthsOf(run, 'radius.auth_log', { before: removeBefore });
  await removeStrayResponses(run, removeBefore);
}

/** First days of months, `yyyy-mm-dd`: earlier rows are archived, or removed. `removeBefore` undefined: none are removed. */
interface Ages {
  readonly archiveBefore: string;
  readonly removeBefore: string | undefined;
}

/** The first day of the month in which the day so many days ago is: rows of earlier months are older than that. */
function firstOfMonth(now: Date, days: number): string {
  const then = new Date(now.getTime() - days * 86_400_000);
  return `${then.toISOString().slice(0, 7)}-01`;
}

/** Only archived rows are removed, so a retention shorter than the archiving age archives earlier. */
function agesOf(
  kind: keyof Config['archive']['retentionDays'],
  { archiveAfterDays, retentionDays }: Config['archive'],
  now: Date,
): Ages {
  const keptDays = retentionDays[kind];
  const removeBefore = keptDays === 0 ? undefined : firstOfMonth(now, keptDays);
  const archiveBefore = firstOfMonth(now, archiveAfterDays);
  return { removeBefore, archiveBefore: removeBefore && removeBefore > archiveBefore ? removeBefore : archiveBefore };
}

/** A session that ended after this may continue when its NAS delivers late records. */
const mayContinueSince = (now: Date): Date => new Date(now.getTime() - MAX_LATE_DAYS * 86_400_000);

import { query, type Sql, sql } from '../../../db/sql.ts';
import { withBriefLocks } from './brief-locks.ts';
import type { ArchiveRun } from './run.ts';

/** Rows outside the monthly partitions move in batches of this size, each in milliseconds. */
const BATCH = 1000;

/** Repeats a statement that returns how many rows it took, until it takes less than a full batch. */
async function inBatches(run: ArchiveRun, statement: Sql, onRows: (rows: number) => void): Promise<void> {
  for (let rows = BATCH; rows === BATCH; ) {
    run.throwIfAborted();
    const [row] = await query<{ rows: string }>(run.db.pool, sql`SELECT (${statement})::text AS rows`);
    rows = Number(row?.rows ?? 0);
    onRows(rows);
  }
}

/** Repeats a statement that returns the last service it handled, until no service is left. */
async function serviceByService(run: ArchiveRun, statement: (after: number) => Sql): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    run.throwIfAborted();
    const [row]: { last: number | null }[] = await query(run.db.pool, sql`SELECT (${statement(after)}) AS last`);
    after = row?.last ?? null;
  }
}

/** Moves current days from `radius.usage` to their month in `radius.usage_day`. */
export const flushCurrentDays = (run: ArchiveRun, before: string) =>
  serviceByService(run, (after) => sql`radius.put_days_away(${before}::date, ${after}::int, ${BATCH}::int)`);

/** Deducts the days of a month to be removed from the bases that a recount of usage starts from. */
export const deductDays = (run: ArchiveRun, month: string) =>
  serviceByService(run, (after) => sql`radius.settle_days(${month}::date, ${after}::int, ${BATCH}::int)`);

export async function archiveStraySessions(run: ArchiveRun, before: string): Promise<void> {
  await monthsForStrays(
    run,
    'crm_archive.session_log',
    sql`SELECT started_at AT TIME ZONE 'UTC' AS at FROM radius.session_log_default
      WHERE started_at < ${before}::timestamp AT TIME ZONE 'UTC' AND ended_at < ${run.mayContinueSince}`,
  );
  const strays = sql`radius.archive_stray_sessions(${before}::date, ${run.mayContinueSince}, ${BATCH}::int)`;
  await inBatches(run, strays, (rows) => run.countArchived('session_log', rows));
}

export async function archiveStrayDays(run: ArchiveRun, before: string): Promise<void> {
  await monthsForStrays(
    run,
    'crm_archive.usage_day',
    sql`SELECT day AS at FROM radius.usage_day_default WHERE day < ${before}::date`,
  );
  const strays = sql`radius.archive_stray_days(${before}::date, ${BATCH}::int)`;
  await inBatches(run, strays, (rows) => run.countArchived('usage_day', rows));
}

export const archiveAudit = (run: ArchiveRun, before: string) =>
  inBatches(run, sql`auth.archive_audit(${before}::timestamp AT TIME ZONE 'UTC', ${BATCH}::int)`, (rows) =>
    run.countArchived('audit_event', rows),
  );

export const removeArchivedAudit = (run: ArchiveRun, before: string) =>
  inBatches(run, sql`auth.remove_archived_audit(${before}::timestamp AT TIME ZONE 'UTC', ${BATCH}::int)`, (rows) =>
    run.countRemoved('audit_event', rows),
  );

export const removeStrayResponses = (run: ArchiveRun, before: string) =>
  inBatches(run, sql`radius.remove_stray_answers(${before}::date, ${BATCH}::int)`, (rows) =>
    run.countRemoved('auth_log', rows),
  );

/** Makes the archive partitions for rows that are moved one by one, so that they can be removed by the month. */
async function monthsForStrays(run: ArchiveRun, table: string, strays: Sql): Promise<void> {
  const months = await query<{ month: string }>(
    run.db.pool,
    sql`SELECT DISTINCT date_trunc('month', at)::date::text AS month FROM (${strays}) AS stray`,
  );
  for (const { month } of months)
    await withBriefLocks(
      run.db,
      (tx) => query(tx, sql`SELECT radius.ensure_partition(${table}::regclass, ${month}::date)`),
      run,
    );
}

import { query, type Sql, sql } from '../../db/sql.ts';
import { withBriefLocks } from './brief-locks.ts';
import type { ArchiveRun } from './run.ts';

/** What has no partition moves in so many rows at a time, which takes milliseconds. */
const BATCH = 1000;

/** Repeats a statement that answers how many rows it took, until it takes fewer than it could. */
async function inBatches(turn: ArchiveRun, statement: Sql, told: (rows: number) => void): Promise<void> {
  for (let rows = BATCH; rows === BATCH; ) {
    turn.throwIfAborted();
    const [row] = await query<{ rows: string }>(turn.db.pool, sql`SELECT (${statement})::text AS rows`);
    rows = Number(row?.rows ?? 0);
    told(rows);
  }
}

/** Repeats a statement that answers the last service it was at, until there is none after it. */
async function serviceByService(turn: ArchiveRun, statement: (after: number) => Sql): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    turn.throwIfAborted();
    const [row]: { last: number | null }[] = await query(turn.db.pool, sql`SELECT (${statement(after)}) AS last`);
    after = row?.last ?? null;
  }
}

/** Days that lie beside the volume of a period go where their month is. */
export const flushCurrentDays = (turn: ArchiveRun, before: string) =>
  serviceByService(turn, (after) => sql`radius.put_days_away(${before}::date, ${after}::int, ${BATCH}::int)`);

/** Days of a month that is removed no longer stand in what a period counts again. */
export const deductDays = (turn: ArchiveRun, month: string) =>
  serviceByService(turn, (after) => sql`radius.settle_days(${month}::date, ${after}::int, ${BATCH}::int)`);

export async function archiveStraySessions(turn: ArchiveRun, before: string): Promise<void> {
  await monthsForStrays(
    turn,
    'crm_archive.session_log',
    sql`SELECT started_at AT TIME ZONE 'UTC' AS at FROM radius.session_log_default
      WHERE started_at < ${before}::timestamp AT TIME ZONE 'UTC' AND ended_at < ${turn.mayContinueSince}`,
  );
  const strays = sql`radius.archive_stray_sessions(${before}::date, ${turn.mayContinueSince}, ${BATCH}::int)`;
  await inBatches(turn, strays, (rows) => turn.countArchived('session_log', rows));
}

export async function archiveStrayDays(turn: ArchiveRun, before: string): Promise<void> {
  await monthsForStrays(
    turn,
    'crm_archive.usage_day',
    sql`SELECT day AS at FROM radius.usage_day_default WHERE day < ${before}::date`,
  );
  const strays = sql`radius.archive_stray_days(${before}::date, ${BATCH}::int)`;
  await inBatches(turn, strays, (rows) => turn.countArchived('usage_day', rows));
}

export const archiveAudit = (turn: ArchiveRun, before: string) =>
  inBatches(turn, sql`auth.archive_audit(${before}::timestamp AT TIME ZONE 'UTC', ${BATCH}::int)`, (rows) =>
    turn.countArchived('audit_event', rows),
  );

export const removeArchivedAudit = (turn: ArchiveRun, before: string) =>
  inBatches(turn, sql`auth.remove_archived_audit(${before}::timestamp AT TIME ZONE 'UTC', ${BATCH}::int)`, (rows) =>
    turn.countRemoved('audit_event', rows),
  );

export const removeStrayAnswers = (turn: ArchiveRun, before: string) =>
  inBatches(turn, sql`radius.remove_stray_answers(${before}::date, ${BATCH}::int)`, (rows) =>
    turn.countRemoved('auth_log', rows),
  );

/** What goes to the archive row by row has its month there, so that it can be removed by the month. */
async function monthsForStrays(turn: ArchiveRun, table: string, strays: Sql): Promise<void> {
  const months = await query<{ month: string }>(
    turn.db.pool,
    sql`SELECT DISTINCT date_trunc('month', at)::date::text AS month FROM (${strays}) AS stray`,
  );
  for (const { month } of months)
    await withBriefLocks(
      turn.db,
      (tx) => query(tx, sql`SELECT radius.ensure_partition(${table}::regclass, ${month}::date)`),
      turn,
    );
}

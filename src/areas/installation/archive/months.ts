import type { Database, Tx } from '../../../db/database.ts';
import { execute, query, type Sql, sql } from '../../../db/sql.ts';
import { withBriefLocks } from './brief-locks.ts';
import type { ArchiveRun } from './run.ts';

/** Tables with a partition for each month. */
type Monthly = 'session_log' | 'usage_day' | 'auth_log';
type Schema = 'radius' | 'crm_archive';

interface Month {
  /** Name of its partition, quoted. */
  readonly part: string;
  /** Its first day. */
  readonly month: string;
}

/** The months of a table before a day, in order. */
function monthsOf({ pool }: Pick<Database, 'pool'>, parent: `${Schema}.${Monthly}`, before: string): Promise<Month[]> {
  return query<Month>(
    pool,
    sql`SELECT format('%I.%I', n.nspname, c.relname) AS part, m.month::text AS month
        FROM radius.months_of(${parent}::regclass) m JOIN pg_class c ON c.oid = m.part JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE m.month < ${before}::date ORDER BY m.month`,
  );
}

/** Moves whole months to the archive. A reader sees each month in exactly one of the two places. */
export async function archiveMonthsOf(run: ArchiveRun, table: 'session_log' | 'usage_day', before: string) {
  for (const { part, month } of await monthsOf(run.db, `radius.${table}`, before)) {
    run.throwIfAborted();
    await withBriefLocks(run.db, (tx) => execute(tx, sql`SELECT radius.mark_month(${part})`), run);
    const rows = await withBriefLocks(run.db, (tx) => numberOf(tx, sql`radius.prove_month(${part})`), run);
    const moved = sql`radius.archive_month(${table}, ${month}::date, ${run.mayContinueSince})::int`;
    if (await withBriefLocks(run.db, (tx) => numberOf(tx, moved), run)) run.countArchived(table, rows);
  }
}

/** Removes whole months. `prepare` runs before each. */
export async function removeMonthsOf(
  run: ArchiveRun,
  parent: `${Schema}.${Monthly}`,
  { before, prepare }: { before: string; prepare?: (month: string) => Promise<void> },
): Promise<void> {
  for (const { part, month } of await monthsOf(run.db, parent, before)) {
    run.throwIfAborted();
    await prepare?.(month);
    const dropped = sql`radius.drop_month(${parent}::regclass, ${part})`;
    run.countRemoved(
      parent.slice(parent.indexOf('.') + 1),
      await withBriefLocks(run.db, (tx) => numberOf(tx, dropped), run),
    );
  }
}

/** The number that an SQL function returns; 0 for NULL, which means that there was nothing to do. */
async function numberOf(tx: Tx, call: Sql): Promise<number> {
  const [row] = await query<{ number: string | null }>(tx, sql`SELECT (${call})::text AS number`);
  return Number(row?.number ?? 0);
}

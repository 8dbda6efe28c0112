import type { Database, Tx } from '../../db/database.ts';
import { execute, query, type Sql, sql } from '../../db/sql.ts';
import { withBriefLocks } from './brief-locks.ts';
import type { ArchiveRun } from './run.ts';

/** Tables with a partition for each month. */
type Monthly = 'session_log' | 'usage_day' | 'auth_log';
type Schema = 'radius' | 'crm_archive';

interface Month {
  /** Its partition, quoted. */
  readonly part: string;
  /** Its first day. */
  readonly month: string;
}

/** The months of a table before a day, the earliest first. */
function monthsOf({ pool }: Pick<Database, 'pool'>, parent: `${Schema}.${Monthly}`, before: string): Promise<Month[]> {
  return query<Month>(
    pool,
    sql`SELECT format('%I.%I', n.nspname, c.relname) AS part, m.month::text AS month
        FROM radius.months_of(${parent}::regclass) m JOIN pg_class c ON c.oid = m.part JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE m.month < ${before}::date ORDER BY m.month`,
  );
}

/** Hands whole months over to the archive, one after the other; nobody sees one in neither place or in both. */
export async function archiveMonthsOf(turn: ArchiveRun, table: 'session_log' | 'usage_day', before: string) {
  for (const { part, month } of await monthsOf(turn.db, `radius.${table}`, before)) {
    turn.throwIfAborted();
    await withBriefLocks(turn.db, (tx) => execute(tx, sql`SELECT radius.mark_month(${part})`), turn);
    const rows = await withBriefLocks(turn.db, (tx) => numberOf(tx, sql`radius.prove_month(${part})`), turn);
    const moved = sql`radius.archive_month(${table}, ${month}::date, ${turn.mayContinueSince})::int`;
    if (await withBriefLocks(turn.db, (tx) => numberOf(tx, moved), turn)) turn.countArchived(table, rows);
  }
}

/** Removes whole months. `settle` is done with each before it goes. */
export async function removeMonthsOf(
  turn: ArchiveRun,
  parent: `${Schema}.${Monthly}`,
  { before, settle }: { before: string; settle?: (month: string) => Promise<void> },
): Promise<void> {
  for (const { part, month } of await monthsOf(turn.db, parent, before)) {
    turn.throwIfAborted();
    await settle?.(month);
    const dropped = sql`radius.drop_month(${parent}::regclass, ${part})`;
    turn.countRemoved(
      parent.slice(parent.indexOf('.') + 1),
      await withBriefLocks(turn.db, (tx) => numberOf(tx, dropped), turn),
    );
  }
}

/** What a function answers; 0 where it found nothing to do. */
async function numberOf(tx: Tx, call: Sql): Promise<number> {
  const [row] = await query<{ number: string | null }>(tx, sql`SELECT (${call})::text AS number`);
  return Number(row?.number ?? 0);
}

import type pg from 'pg';
import { table } from '../api/table.ts';

/** Totals since the database was made, of a table with its partitions. */
interface Totals {
  readonly inserted: number;
  readonly updated: number;
  /** In place: without a new entry in any index. */
  readonly hot: number;
  /** To another page, which found no room on their own. */
  readonly newPage: number;
  readonly deleted: number;
  readonly dead: number;
  readonly vacuums: number;
  readonly vacuumSeconds: number;
  readonly tableMb: number;
  readonly indexMb: number;
}

interface Snapshot {
  readonly tables: Readonly<Record<string, Totals>>;
  /** Position in the WAL, in octets; and how many images of whole pages it has. */
  readonly wal: number;
  readonly fullPages: number;
}

const COLUMNS = {
  inserted: 'n_tup_ins',
  updated: 'n_tup_upd',
  hot: 'n_tup_hot_upd',
  newPage: 'n_tup_newpage_upd',
  deleted: 'n_tup_del',
  dead: 'n_dead_tup',
  vacuums: 'autovacuum_count',
  vacuumSeconds: 'total_autovacuum_time / 1000',
  tableMb: 'pg_table_size(s.relid) / 1048576.0',
  indexMb: 'pg_indexes_size(s.relid) / 1048576.0',
} as const satisfies Record<keyof Totals, string>;

const sums = Object.entries(COLUMNS).map(([name, column]) => `sum(${column})::float8 AS "${name}"`);
const TABLES = `SELECT coalesce(pg_partition_root(s.relid), s.relid)::regclass::text AS name, ${sums.join(', ')}
  FROM pg_stat_user_tables s GROUP BY 1`;
const WAL = `SELECT (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 AS wal, (SELECT wal_fpi FROM pg_stat_wal)::float8 AS "fullPages"`;

export async function snapshot(pool: pg.Pool): Promise<Snapshot> {
  const [tables, wal] = await Promise.all([
    pool.query<Totals & { name: string }>(TABLES),
    pool.query<Omit<Snapshot, 'tables'>>(WAL),
  ]);
  const [position = { wal: 0, fullPages: 0 }] = wal.rows;
  return { ...position, tables: Object.fromEntries(tables.rows.map((row) => [row.name, row])) };
}

/** Always printed, so that a table that nothing has written shows, too. */
const WATCHED = [
  'radius.session',
  'radius.usage',
  'radius.usage_day',
  'radius.auth_log',
  'radius.session_log',
  'crm.service',
  'crm.outbox',
  'crm.event',
  'crm.unsent_notification',
];
/** Others that have so many changed rows are printed, too. */
const MANY = 1_000;

export function printTables(before: Snapshot, after: Snapshot, say: (line: string) => void): void {
  const head = ['', 'inserts', 'updates', 'in place', 'new page', 'deletes', 'dead', 'MB', 'then', 'idx MB', 'then'];
  const print = table([...head, 'vacuums', 'seconds'], say);
  for (const [name, end] of Object.entries(after.tables).sort(byUpdates)) {
    const begin = before.tables[name] ?? end;
    const more = (figure: keyof Totals) => end[figure] - begin[figure];
    const changed = more('inserted') + more('updated') + more('deleted');
    if (!WATCHED.includes(name) && changed < MANY) continue;
    const share = (part: keyof Totals) => (more('updated') > 0 ? percent(more(part) / more('updated')) : '');
    print([
      ...[name, more('inserted'), more('updated'), share('hot'), share('newPage'), more('deleted'), end.dead],
      ...[begin.tableMb, end.tableMb, begin.indexMb, end.indexMb, more('vacuums'), more('vacuumSeconds')],
    ]);
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
type Entry = readonly [string, Totals];
const byUpdates = ([, one]: Entry, [, other]: Entry): number => other.updated - one.updated;

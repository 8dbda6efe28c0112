import type pg from 'pg';
import type { Table } from './catalog.ts';

/** Texts of the columns, as PostgreSQL shows them. */
export type Row = Readonly<Record<string, string | null>>;

/** A row that a transaction inserted, or updated. */
export interface WrittenRow {
  readonly table: Table;
  readonly row: Row;
  /** As the row was; null: it was inserted. */
  readonly before: Row | null;
}

/** The rows of every table that were written by the transaction of the newest audit event. */
export async function readWritten(pool: pg.Pool, tables: readonly Table[]): Promise<Omit<WrittenRow, 'before'>[]> {
  const { rows: events } = await pool.query<{ xid: string }>(
    'SELECT xmin::text AS xid FROM auth.audit_event ORDER BY id DESC LIMIT 1',
  );
  const found = [];
  for (const table of tables) {
    const { rows } = await pool.query<Row>(`SELECT ${texts(table)} FROM ${table.name} WHERE xmin = $1::xid`, [
      events[0]?.xid,
    ]);
    found.push(...rows.map((row) => ({ table, row })));
  }
  if (found.length === 0) throw new Error('the call wrote no audit event');
  return found;
}

/** The same rows in the database as it was before. */
export async function withBefore(pool: pg.Pool, written: readonly Omit<WrittenRow, 'before'>[]): Promise<WrittenRow[]> {
  const rows = [];
  for (const { table, row } of written) {
    const key = table.key.map((name, at) => `"${name}" = $${at + 1}`).join(' AND ');
    const found = await pool.query<Row>(
      `SELECT ${texts(table)} FROM ${table.name} WHERE ${key}`,
      table.key.map((name) => row[name]),
    );
    rows.push({ table, row, before: found.rows[0] ?? null });
  }
  return rows;
}

const texts = ({ columns }: Table) => columns.map(({ name }) => `"${name}"::text`).join();

/** How many rows each table has. */
export async function countRows(pool: pg.Pool, tables: readonly Table[]): Promise<Record<string, number>> {
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS count FROM ${name}`);
  const { rows } = await pool.query<{ name: string; count: number }>(counts.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

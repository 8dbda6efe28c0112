import { raw, type Sql, sql } from './fragment.ts';

/** Values by column name: decimals, days and instants as text or as objects with a JSON form; json as is. */
export type BulkRow = Readonly<Record<string, unknown>>;

/**
 * One statement that inserts all rows; undefined without rows.
 * @throws TypeError if they do not all have the same columns: what others had would be lost without a word
 */
export function insertion(table: string, rows: readonly BulkRow[]): Sql | undefined {
  const [first] = rows;
  if (!first) return undefined;
  refuseDifferent(table, first, rows);
  const columns = raw(Object.keys(first).join(', '));
  const into = raw(table);
  return sql`INSERT INTO ${into} (${columns})
        SELECT ${columns} FROM jsonb_populate_recordset(NULL::${into}, ${asJson(rows)}::jsonb)`;
}

/** One statement that updates all rows by `id`; undefined without rows. @throws TypeError as `insertion` */
export function update(table: string, rows: readonly BulkRow[]): Sql | undefined {
  const [first] = rows;
  if (!first) return undefined;
  refuseDifferent(table, first, rows);
  const columns = Object.keys(first).filter((column) => column !== 'id');
  return sql`UPDATE ${raw(table)} AS t SET (${raw(columns.join(', '))}) = ROW(${raw(columns.map((column) => `d.${column}`).join(', '))})
        FROM jsonb_populate_recordset(NULL::${raw(table)}, ${asJson(rows)}::jsonb) AS d
        WHERE t.id = d.id`;
}

/** Rows with all columns that any of them has: null where a row has none. */
export function withAllColumns(rows: readonly BulkRow[]): BulkRow[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));
}

function refuseDifferent(table: string, first: BulkRow, rows: readonly BulkRow[]): void {
  const count = Object.keys(first).length;
  for (const row of rows) {
    const columns = Object.keys(row);
    if (columns.length !== count || columns.some((column) => !(column in first)))
      throw new TypeError(`rows for ${table} have different columns: ${Object.keys(first)}; ${columns}`);
  }
}

const asJson = (rows: readonly BulkRow[]): string =>
  JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));

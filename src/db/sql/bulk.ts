import { raw, type Sql, sql } from './fragment.ts';

/** Values by column name: decimals, days and instants as text or as objects with a JSON form; json as is. */
export type BulkRow = Readonly<Record<string, unknown>>;

/** One statement that inserts all rows, which must have the columns of the first; undefined without rows. */
export function insertion(table: string, rows: readonly BulkRow[]): Sql | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const columns = raw(Object.keys(first).join(', '));
  const into = raw(table);
  return sql`INSERT INTO ${into} (${columns})
        SELECT ${columns} FROM jsonb_populate_recordset(NULL::${into}, ${asJson(rows)}::jsonb)`;
}

/** One statement that updates all rows by `id`. They must have the columns of the first; undefined without rows. */
export function update(table: string, rows: readonly BulkRow[]): Sql | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const columns = Object.keys(first).filter((column) => column !== 'id');
  return sql`UPDATE ${raw(table)} AS t SET (${raw(columns.join(', '))}) = ROW(${raw(columns.map((column) => `d.${column}`).join(', '))})
        FROM jsonb_populate_recordset(NULL::${raw(table)}, ${asJson(rows)}::jsonb) AS d
        WHERE t.id = d.id`;
}

const asJson = (rows: readonly BulkRow[]): string =>
  JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));

import { raw, sql } from './fragment.ts';
import { execute, query, type Runner } from './run.ts';

/** Values by column name: decimals, days and instants as text or as objects with a JSON form; json as is. */
export type BulkRow = Readonly<Record<string, unknown>>;

/** Inserts rows with one statement. All rows must have the columns of the first. */
export async function insertRows(on: Runner, table: string, rows: readonly BulkRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = raw(Object.keys(first).join(', '));
  const into = raw(table);
  await execute(
    on,
    sql`INSERT INTO ${into} (${columns})
        SELECT ${columns} FROM jsonb_populate_recordset(NULL::${into}, ${text(rows)}::jsonb)`,
  );
}

/** Updates rows, identified by `id` or another key, with one statement. All rows must have the columns of the first. */
export async function updateRows(on: Runner, table: string, rows: readonly BulkRow[], key = 'id'): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((column) => column !== key);
  await execute(
    on,
    sql`UPDATE ${raw(table)} AS t SET (${raw(columns.join(', '))}) = ROW(${raw(columns.map((column) => `d.${column}`).join(', '))})
        FROM jsonb_populate_recordset(NULL::${raw(table)}, ${text(rows)}::jsonb) AS d
        WHERE t.${raw(key)} = d.${raw(key)}`,
  );
}

/** Reserves ids of a table, so that rows can refer to each other before they are inserted. */
export async function nextIds(on: Runner, table: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await query<{ id: number }>(
    on,
    sql`WITH counter AS MATERIALIZED (SELECT pg_get_serial_sequence(${table}, 'id')::regclass AS name)
        SELECT nextval(counter.name) AS id FROM counter, generate_series(1, ${count}::int)`,
  );
  return rows.map((row) => row.id);
}

const text = (rows: readonly BulkRow[]): string =>
  JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));

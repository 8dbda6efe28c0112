import { join, raw, type Sql, send, sql } from './sql.ts';
import type { Tx } from './tx.ts';
import { columnOf, fieldsOf, jsonOf, type Row } from './write/rows.ts';
import type { Batch, ChangedRow, NewRow, Table, TableWithId } from './write/tables.ts';

export { json } from './write/json.ts';
export type { Changes, Columns } from './write/tables.ts';

/*
 * Writes of rows, typed by table at a fraction of the cost of Prisma's. Any number of rows is one statement, which is only sent:
 * the transaction checks its answer before the commit. Fields are those of the schema.
 */

/** @throws TypeError if the rows do not all have the same fields, where the compiler cannot know it */
export function insert<T extends Table, const Rows extends readonly NewRow<T>[]>(
  tx: Tx,
  table: T,
  rows: Rows & Batch<NewRow<T>, Rows>,
): void {
  write(tx, table, rows, insertion);
}

/** The caller has locked the rows. @throws TypeError as `insert` */
export function update<T extends TableWithId, const Rows extends readonly ChangedRow<T>[]>(
  tx: Tx,
  table: T,
  rows: Rows & Batch<ChangedRow<T>, Rows>,
): void {
  write(tx, table, rows, updating);
}

interface Writing {
  readonly table: Sql;
  readonly fields: readonly string[];
  readonly rows: readonly [Row, ...Row[]];
}

function write(tx: Tx, table: string, rows: readonly Row[], statementOf: (writing: Writing) => Sql): void {
  const [first, ...others] = rows;
  if (!first) return;
  const all = [first, ...others] as const;
  send(tx, statementOf({ table: raw(table), fields: fieldsOf(table, all), rows: all }));
}

/** PostgreSQL knows the types of parameters from their columns; those of one row cost half of what reading JSON does. */
function insertion({ table, fields, rows }: Writing): Sql {
  const [row, ...others] = rows;
  const columns = listed(fields);
  if (others.length > 0)
    return sql`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${recordset({ table, fields, rows })}`;
  const values = fields.map((field) => sql`${row[field]}`);
  return sql`INSERT INTO ${table} (${columns}) VALUES (${join(values, ', ')})`;
}

function updating({ table, fields, rows }: Writing): Sql {
  const [row, ...others] = rows;
  const changed = fields.filter((field) => field !== 'id');
  if (others.length > 0)
    return sql`UPDATE ${table} AS t SET (${listed(changed)}) = ROW(${listed(changed, 'd.')})
        FROM ${recordset({ table, fields, rows })} AS d WHERE t.id = d.id`;
  const values = changed.map((field) => sql`${raw(columnOf(field))} = ${row[field]}`);
  return sql`UPDATE ${table} SET ${join(values, ', ')} WHERE id = ${row.id}`;
}

const listed = (fields: readonly string[], of = ''): Sql =>
  raw(fields.map((field) => `${of}${columnOf(field)}`).join(', '));

const recordset = ({ table, fields, rows }: Writing): Sql =>
  sql`jsonb_populate_recordset(NULL::${table}, ${jsonOf(rows, fields)}::jsonb)`;

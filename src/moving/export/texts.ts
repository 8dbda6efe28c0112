import { raw, type Sql, sql } from '../../db/sql.ts';

/* The documented texts of columns, as SQL. */

export const text = (column: string): Sql => sql`${raw(column)}::text`;
export const same = (...columns: string[]): Record<string, Sql> =>
  Object.fromEntries(columns.map((column) => [column, text(`x.${column}`)]));
export const day = (column: string): Sql => sql`to_char(${raw(column)}, 'YYYY-MM-DD')`;
export const yes = (column: string): Sql => sql`CASE WHEN ${raw(column)} THEN 'Y' ELSE 'N' END`;
export const onOff = (column: string): Sql => sql`CASE WHEN ${raw(column)} THEN 'on' ELSE 'off' END`;
export const list = (column: string): Sql => sql`array_to_string(${raw(column)}, ',')`;
export const address = (column: string): Sql => sql`host(${raw(column)})`;
export const hex = (column: string): Sql => sql`encode(${raw(column)}, 'hex')`;

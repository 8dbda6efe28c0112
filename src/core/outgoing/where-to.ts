import { raw, type Sql, sql } from '../../db/sql.ts';

/** The site of an address: its path and parameters often hold a key. `column` is the SQL of the address. */
export const whereTo = (column: string): Sql => sql`auth.site_of(${raw(column)})`;

import { raw, type Sql, sql } from '../../db/sql.ts';
import type { Scope } from './scope.ts';

/** Every index begins with the ISP: for a caller of all ISPs, one search in it per ISP. */
export const byIsp = (column: string, { ispId }: Scope): Sql =>
  ispId === null ? sql`${raw(column)} = ANY (ARRAY(SELECT id FROM crm.isp WHERE deleted_at IS NULL))` : sql`true`;

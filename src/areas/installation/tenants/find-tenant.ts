import { query, type Runner, sql } from '../../../db/sql.ts';
import { BackupError } from '../backup/error.ts';

export interface TenantRow {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly frozen: boolean;
}

/**
 * The ISP with this id, or with this code if no other has that.
 * @throws BackupError
 */
export async function findTenant(on: Runner, idOrCode: string): Promise<TenantRow> {
  const rows = await query<TenantRow>(
    on,
    sql`SELECT i.id, i.code, i.name, EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = i.id) AS frozen
        FROM crm.isp i
        WHERE i.id::text = ${idOrCode} OR (i.code = ${idOrCode} AND i.deleted_at IS NULL)
        ORDER BY i.id::text = ${idOrCode} DESC`,
  );
  const [tenant] = rows;
  if (!tenant) throw new BackupError(`There is no ISP ${idOrCode}. Give its id or its code.`);
  if (rows.length > 1)
    throw new BackupError(`${idOrCode} is the id of one ISP and the code of another. Give the id of the one you mean.`);
  return tenant;
}

import type { Tx } from '../../../db/database.ts';
import { execute, sql } from '../../../db/sql.ts';
import { BackupError } from '../backup/error.ts';
import { findTenant, type TenantRow } from './find-tenant.ts';

/**
 * From the commit on, this installation accepts nothing for the ISP: its API calls get 503, packets of its NASes no answer, so
 * that they repeat them elsewhere, and no job bills or ends anything of it.
 * @throws BackupError if it is frozen already
 */
export async function freezeTenant(tx: Tx, idOrCode: string): Promise<TenantRow> {
  const tenant = await findTenant(tx, idOrCode);
  const frozen = await execute(
    tx,
    sql`INSERT INTO crm.tenant_freeze (isp_id) VALUES (${tenant.id}) ON CONFLICT DO NOTHING`,
  );
  if (frozen === 0) throw new BackupError(`${tenant.name} (${tenant.code}) is already frozen.`);
  return tenant;
}

/** @throws BackupError if it is not frozen */
export async function thawTenant(tx: Tx, idOrCode: string): Promise<TenantRow> {
  const tenant = await findTenant(tx, idOrCode);
  const thawed = await execute(tx, sql`DELETE FROM crm.tenant_freeze WHERE isp_id = ${tenant.id}`);
  if (thawed === 0) throw new BackupError(`${tenant.name} (${tenant.code}) is not frozen.`);
  return tenant;
}

import { ispOfNew } from '../../../../core/tenancy/owner.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';

/** The settings that an update names, locked, and when they were last updated. */
export async function lockUpdatedSettings(tx: Tx, scope: Scope, input: { ispid?: number | undefined }): Promise<Date> {
  const ispId = await ispOfNew(tx, scope, input);
  const [row] = await query<{ at: Date }>(
    tx,
    sql`SELECT updated_at AS at FROM crm.isp_setting WHERE isp_id = ${ispId} FOR NO KEY UPDATE`,
  );
  if (!row) throw new Error(`ISP ${ispId} has no settings`);
  return row.at;
}

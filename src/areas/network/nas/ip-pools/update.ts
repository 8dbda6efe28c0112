import { z } from 'zod';
import { refreshSessionsWhere } from '../../../../core/network/effects.ts';
import { lockForUpdate } from '../../../../core/records/row-locks.ts';
import { definedFields } from '../../../../core/records/updates.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { sql } from '../../../../db/sql.ts';
import { findNasIpPool } from './find.ts';

export const nasIpPoolChange = z.strictObject({
  id: wire.id(),
  name: wire.text(64).optional(),
  notes: wire.text(1000).nullable().optional(),
});

export async function updateNasIpPool(
  tx: Tx,
  scope: Scope,
  { id, ...fields }: z.output<typeof nasIpPoolChange>,
): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'NAS IP pool', id });
  const before = await findNasIpPool(tx, scope, id);
  await tx.nasIpPool.update({ where: { id }, data: { ...definedFields(fields), updatedBy: scope.by } });
  if (fields.name !== undefined && fields.name !== before.name) await refreshSessionsOfPool(tx, id);
  return 'done';
}

/** Sessions must get an address from the pool of the new name. */
function refreshSessionsOfPool(tx: Tx, poolId: number): Promise<void> {
  return refreshSessionsWhere(
    tx,
    sql`x.service_id IN (
      SELECT s.id FROM crm.service s JOIN crm.plan p ON p.id = s.plan_id
      WHERE ${poolId} IN (p.bw1_pool, p.bw2_pool, p.bw3_pool) AND p.bw_mgmt = 'NAS IP Pool' AND s.deleted_at IS NULL)`,
  );
}

import { z } from 'zod';
import { Fault, notFound } from '../../core/fault.ts';
import {
  column,
  defineList,
  exact,
  ownerColumns,
  ownerFilters,
  PAGED,
  stampColumns,
  wildcard,
} from '../../core/list/index.ts';
import { lockForDelete, lockForUpdate } from '../../core/row-locks.ts';
import { created, owned, type Scope } from '../../core/scope.ts';
import { definedFields } from '../../core/updates.ts';
import * as wire from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { optionalOwnerOfNew, ownerShape } from '../isps/owner.ts';
import { refreshSessionsWhere } from '../sessions/effects.ts';

/** NAS IP pools only name pools that exist on the NAS (contract 2.3, 4.6). */
export const nasIpPools = defineList({
  from: 'radius.nas_ip_pool p',
  key: 'p.id',
  scope: { isp: 'p.isp_id', reseller: 'p.reseller_id', shared: true },
  columns: {
    id: column(wire.id(), 'p.id'),
    ...ownerColumns('p'),
    name: column(wire.shown(), 'p.name'),
    notes: column(wire.shown().nullable(), 'p.notes'),
    ...stampColumns('p'),
  },
  filters: { ...ownerFilters('p'), id: exact(wire.id(), 'p.id'), name: wildcard('p.name') },
  paging: PAGED,
});

export const newNasIpPool = z.strictObject({ ...ownerShape(), name: wire.text(64), notes: wire.text(1000).optional() });

export async function createNasIpPool(tx: Tx, scope: Scope, input: z.output<typeof newNasIpPool>): Promise<number> {
  const owner = await optionalOwnerOfNew(tx, scope, input);
  const pool = await tx.nasIpPool.create({
    data: { ...owner, name: input.name, notes: input.notes ?? null, ...created(scope) },
    select: { id: true },
  });
  return pool.id;
}

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
  if (fields.name !== undefined && fields.name !== before.name) await moveSessions(tx, id);
  return 'done';
}

/** Their addresses are of a pool that is called otherwise on the NAS. */
function moveSessions(tx: Tx, poolId: number): Promise<void> {
  return refreshSessionsWhere(
    tx,
    sql`x.service_id IN (
      SELECT s.id FROM crm.service s JOIN crm.plan p ON p.id = s.plan_id
      WHERE ${poolId} IN (p.bw1_pool, p.bw2_pool, p.bw3_pool) AND p.bw_mgmt = 'NAS IP Pool' AND s.deleted_at IS NULL)`,
  );
}

/** Refused while a plan names the pool. */
export async function deleteNasIpPool(tx: Tx, scope: Scope, id: number): Promise<'done'> {
  await findNasIpPool(tx, scope, id);
  await lockForDelete(tx, 'NAS IP pool', id);
  const plans = await tx.plan.count({
    where: { deletedAt: null, OR: [{ bw1Pool: id }, { bw2Pool: id }, { bw3Pool: id }] },
  });
  if (plans > 0) throw new Fault('conflict', `NAS IP pool ${id} is used by ${plans} plans`);
  // Deleted plans forget the pool, and with it how they managed bandwidth.
  for (const level of ['bw1Pool', 'bw2Pool', 'bw3Pool'] as const) {
    await tx.plan.updateMany({ where: { [level]: id }, data: { [level]: null, bwMgmt: null } });
  }
  await tx.nasIpPool.delete({ where: { id } });
  return 'done';
}

async function findNasIpPool(tx: Tx, scope: Scope, id: number): Promise<{ name: string }> {
  const pool = await tx.nasIpPool.findFirst({ where: { ...owned(scope), id }, select: { name: true } });
  if (!pool) throw notFound('NAS IP pool', id);
  return pool;
}

import { z } from 'zod';
import { badParameter, Fault } from '../../../core/fault.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { INCIDENTS_AHEAD } from '../../../core/vocabulary/incident.ts';
import { id, ipv4, ownerId } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { moveBounds, refuseAddressesInUse } from './bounds.ts';
import { lockPool, type Pool } from './find.ts';
import { checkRange, subtractRange } from './range.ts';
import { poolName } from './vocabulary.ts';

/** Contract 4.4: a name alone deletes the pool, a range only that part of it. */
export const poolDeletion = z.strictObject({
  ispid: id().optional(),
  resellerid: ownerId().optional(),
  pool_name: poolName().optional(),
  range_from: ipv4().optional(),
  range_upto: ipv4().optional(),
});

export async function deletePool(tx: Tx, scope: Scope, input: z.output<typeof poolDeletion>): Promise<'done'> {
  const { range_from: from, range_upto: upto } = input;
  if ((from === undefined) !== (upto === undefined))
    throw badParameter(from === undefined ? 'range_from' : 'range_upto', 'is required with the other bound');
  const part = from === undefined || upto === undefined ? undefined : { from, upto };
  if (part) checkRange(part);
  const pool = await lockPool(tx, scope, { ...input, part });
  const left = part ? subtractRange({ from: pool.rangeFrom, upto: pool.rangeUpto }, part) : undefined;
  if (left) await moveBounds(tx, scope, { pool, range: left });
  else await removePool(tx, pool);
  return 'done';
}

async function removePool(tx: Tx, pool: Pool): Promise<void> {
  await refuseAddressesInUse(tx, sql`pool_id = ${pool.id}`, `deleting pool ${pool.name}`);
  const services = await tx.service.count({ where: { ipPoolId: pool.id, deletedAt: null } });
  if (services > 0) throw new Fault('conflict', `pool ${pool.name} still has ${services} services`);
  const incidents = { ipPoolId: pool.id, status: { in: [...INCIDENTS_AHEAD] } };
  if ((await tx.incident.count({ where: incidents })) > 0)
    throw new Fault('conflict', `an incident to come concerns pool ${pool.name}; dismiss it first`);
  // Others know their services by now.
  await tx.incident.updateMany({ where: { ipPoolId: pool.id }, data: { ipPoolId: null } });
  // Deleted services lose the reference to the pool.
  await tx.service.updateMany({
    where: { ipPoolId: pool.id },
    data: { ipPoolId: null, staticip: null, ipAssignment: 'NAS' },
  });
  await tx.ipPool.delete({ where: { id: pool.id } });
}

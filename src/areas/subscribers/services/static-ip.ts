import { badParameter, parameterFault } from '../../../core/fault.ts';
import { lockShared } from '../../../core/records/row-locks.ts';
import { availableTo, type Owner } from '../../../core/tenancy/owner.ts';
import type { Tx } from '../../../db/database.ts';

export interface StaticIp {
  readonly poolId: number;
  /** Dotted IPv4. */
  readonly ip: string;
}

/** The pool that `ippool` names, locked against deletion. */
export async function findIpPool(tx: Tx, owner: Owner, name: string) {
  const where = { ...availableTo(owner), name };
  const pool = await tx.ipPool.findFirst({ where, select: { id: true, name: true } });
  if (!pool) throw badParameter('ippool', `there is no pool ${name}`);
  await lockShared(tx, 'IP pool', pool.id);
  return pool;
}

/** Reserves an address of a pool for a service. The database has one row per address, so no two services get the same. */
export async function reserveStaticIp(tx: Tx, serviceId: number, { poolId, ip }: StaticIp): Promise<void> {
  const reserved = await tx.ipAddress.updateMany({
    where: { poolId, ip, serviceId: null, leasedTo: null },
    data: { serviceId },
  });
  if (reserved.count === 1) return;
  const known = await tx.ipAddress.findFirst({ where: { poolId, ip }, select: { ip: true } });
  throw parameterFault('conflict', 'staticip', known ? `${ip} is in use` : `${ip} is not in the pool`);
}

/** Releases the address that is reserved for a service, if any. */
export async function releaseStaticIp(tx: Tx, serviceId: number): Promise<void> {
  await tx.ipAddress.updateMany({
    where: { serviceId },
    data: { serviceId: null, leasedTo: null, leaseKind: null, leasedAt: null, sessionKey: null },
  });
}

/** Releases the old address and reserves the new one when the address or its pool changes. */
export async function moveStaticIp(
  tx: Tx,
  service: { id: number; staticip: string | null; ipPool: { id: number } | null },
  { ip, poolId }: { ip: string | undefined; poolId: number | undefined },
): Promise<void> {
  if (ip === (service.staticip ?? undefined) && poolId === service.ipPool?.id) return;
  if (service.staticip !== null) await releaseStaticIp(tx, service.id);
  if (ip !== undefined && poolId !== undefined) await reserveStaticIp(tx, service.id, { poolId, ip });
}

import { Fault } from '../../core/fault.ts';
import type { Tx } from '../../db/database.ts';

export interface Reservation {
  readonly poolId: number;
  /** Dotted IPv4. */
  readonly ip: string;
  readonly serviceId: number;
}

/** Reserves one address of a pool for a service. The database holds one row per address, so two can never get the same. */
export async function reserveAddress(tx: Tx, { poolId, ip, serviceId }: Reservation): Promise<void> {
  const taken = await tx.ipAddress.updateMany({
    where: { poolId, ip, serviceId: null, leasedTo: null },
    data: { serviceId },
  });
  if (taken.count === 1) return;
  const known = await tx.ipAddress.findFirst({ where: { poolId, ip }, select: { ip: true } });
  throw new Fault('conflict', known ? `staticip: ${ip} is in use` : `staticip: ${ip} is not in the pool`);
}

/** Gives back the address that is reserved for a service, if any. */
export async function freeAddress(tx: Tx, serviceId: number): Promise<void> {
  await tx.ipAddress.updateMany({
    where: { serviceId },
    data: { serviceId: null, leasedTo: null, leaseKind: null, leasedAt: null, sessionKey: null },
  });
}

import { z } from 'zod';
import { notFound } from '../../core/fault.ts';
import { lockForUpdate } from '../../core/row-locks.ts';
import { inOwnLocations, owned, type Scope } from '../../core/scope.ts';
import { id } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';

export const namedService = z.strictObject({ serviceid: id() });

/** The service, locked before it is read. */
export async function lockService(tx: Tx, scope: Scope, serviceId: number) {
  await lockForUpdate(tx, scope, { what: 'service', id: serviceId });
  return findService(tx, scope, serviceId);
}

export async function findService(tx: Tx, scope: Scope, serviceId: number) {
  const service = await tx.service.findFirst({
    where: { ...owned(scope), ...inOwnLocations(scope), id: serviceId, deletedAt: null },
    include: {
      plan: { select: { id: true, protocol: true, connectivity: true, planPeriodUnit: true } },
      ipPool: { select: { id: true, name: true } },
    },
  });
  if (!service) throw notFound('service', serviceId);
  return service;
}

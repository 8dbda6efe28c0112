import type { z } from 'zod';
import { refuseWhileUsed } from '../../../core/records/dependents.ts';
import { lockForDelete } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { INCIDENTS_AHEAD } from '../../../core/vocabulary/incident.ts';
import type { Tx } from '../../../db/database.ts';
import { findLocation, type namedLocation } from './find.ts';
import { usesOf } from './in-use.ts';

/** Deletes a location that is not in use. */
export async function deleteLocation(tx: Tx, scope: Scope, input: z.output<typeof namedLocation>): Promise<'done'> {
  const { location, ispId } = await findLocation(tx, scope, input);
  await lockForDelete(tx, 'location', location.id);
  const there = { ispId, locationCode: location.code };
  refuseWhileUsed(`location ${location.code}`, {
    'sub locations': await tx.subLocation.count({ where: { locationId: location.id } }),
    ...(await usesOf(tx, { ispId, locationCode: location.code })),
    'incidents to come': await tx.incident.count({ where: { ...there, status: { in: [...INCIDENTS_AHEAD] } } }),
    NASes: await tx.nas.count({ where: { ...there, deletedAt: null } }),
    'login users': await tx.loginUser.count({ where: { locationIds: { has: location.id }, deletedAt: null } }),
  });
  // Others know their services by now.
  await tx.incident.updateMany({ where: there, data: { locationCode: null } });
  await tx.nas.updateMany({ where: there, data: { locationCode: null } });
  await tx.location.delete({ where: { id: location.id } });
  return 'done';
}

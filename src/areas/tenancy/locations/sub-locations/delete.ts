import type { z } from 'zod';
import { refuseWhileUsed } from '../../../../core/records/dependents.ts';
import { lockForDelete } from '../../../../core/records/row-locks.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import type { Tx } from '../../../../db/database.ts';
import { findLocation } from '../find.ts';
import { usesOf } from '../in-use.ts';
import { findSubLocation, type namedSubLocation } from './find.ts';

export async function deleteSubLocation(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof namedSubLocation>,
): Promise<'done'> {
  const { location, ispId } = await findLocation(tx, scope, input);
  const sub = await findSubLocation(tx, location, input.sub_location_code);
  await lockForDelete(tx, 'sub location', sub.id);
  const where = { ispId, locationCode: location.code, subLocationCode: sub.code };
  refuseWhileUsed(`sub location ${sub.code}`, {
    ...(await usesOf(tx, where)),
    'login users': await tx.loginUser.count({ where: { subLocationIds: { has: sub.id }, deletedAt: null } }),
  });
  await tx.subLocation.delete({ where: { id: sub.id } });
  return 'done';
}

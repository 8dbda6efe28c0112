import { badParameter, notFound } from '../../core/fault.ts';
import { lockShared } from '../../core/row-locks.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../db/database.ts';

/** Codes that a record is to carry, and whose record it is. */
interface Codes {
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly lc: string;
  readonly slc?: string | undefined;
}

/**
 * Do these codes name a location, and a sub location in it, that a record of this owner can be in, and that the caller is not
 * narrowed away from? They stay there for the rest of the transaction.
 */
export async function checkCodes(tx: Tx, scope: Scope, { ispId, resellerId, lc, slc }: Codes): Promise<void> {
  const where = { ispId, code: lc, OR: [{ resellerId }, { resellerId: null }] };
  const location = await tx.location.findFirst({ where, select: { id: true } });
  const place = scope.locations?.find(({ id }) => id === location?.id);
  if (!location || (scope.locations !== null && !place)) throw notFound('location', lc);
  await lockShared(tx, 'location', location.id);
  if (slc === undefined) {
    if (place?.subs) throw badParameter('sub_location_code', 'is required');
    return;
  }
  const named = { locationId: location.id, code: slc };
  const sub = await tx.subLocation.findFirst({ where: named, select: { id: true } });
  if (!sub || (place?.subs && !place.subs.some(({ id }) => id === sub.id)))
    throw notFound(`sub location in ${lc}`, slc);
  await lockShared(tx, 'sub location', sub.id);
}

import { badParameter, notFound } from '../../core/fault.ts';
import { lockShared } from '../../core/row-locks.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../db/database.ts';

/** The codes of a record and its owner. */
interface Codes {
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly lc: string;
  readonly slc?: string | undefined;
}

/**
 * Checks that the codes name a location, and a sub location in it, which a record of this owner can be in and the caller is not
 * excluded from. Locks both against deletion.
 */
export async function checkCodes(tx: Tx, scope: Scope, { ispId, resellerId, lc, slc }: Codes): Promise<void> {
  const where = { ispId, code: lc, OR: [{ resellerId }, { resellerId: null }] };
  const location = await tx.location.findFirst({ where, select: { id: true } });
  const allowed = scope.locations?.find(({ id }) => id === location?.id);
  if (!location || (scope.locations !== null && !allowed)) throw notFound('location', lc);
  await lockShared(tx, 'location', location.id);
  if (slc === undefined) {
    if (allowed?.subs) throw badParameter('sub_location_code', 'is required');
    return;
  }
  const named = { locationId: location.id, code: slc };
  const sub = await tx.subLocation.findFirst({ where: named, select: { id: true } });
  if (!sub || (allowed?.subs && !allowed.subs.some(({ id }) => id === sub.id)))
    throw notFound(`sub location in ${lc}`, slc);
  await lockShared(tx, 'sub location', sub.id);
}

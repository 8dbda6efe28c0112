import { badParameter, notFound } from '../../core/fault.ts';
import { hold } from '../../core/living.ts';
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
  const owners = resellerId === null ? [{ resellerId: null }] : [{ resellerId }, { resellerId: null }];
  const location = isSeen(scope.lc, lc)
    ? await tx.location.findFirst({ where: { ispId, code: lc, OR: owners }, select: { id: true } })
    : null;
  if (!location) throw notFound('location', lc);
  await hold(tx, 'location', location.id);
  if (slc === undefined) {
    if (scope.slc.length > 0) throw badParameter('sub_location_code', 'is required');
    return;
  }
  const where = { locationId: location.id, code: slc };
  const sub = isSeen(scope.slc, slc) ? await tx.subLocation.findFirst({ where, select: { id: true } }) : null;
  if (!sub) throw notFound(`sub location in ${lc}`, slc);
  await hold(tx, 'sub location', sub.id);
}

/** An Employee that is narrowed to some codes sees no others. */
const isSeen = (narrowedTo: readonly string[], code: string): boolean =>
  narrowedTo.length === 0 || narrowedTo.includes(code);

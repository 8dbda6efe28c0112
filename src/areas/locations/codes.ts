import { badParameter, notFound } from '../../core/fault.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';
import { isAvailableTo, type Owner } from '../isps/owner.ts';

/** The codes of a record and its owner. */
interface Codes extends Owner {
  readonly lc: string;
  readonly slc?: string | undefined;
}

/**
 * Checks that the codes name a location, and a sub location in it, which a record of this owner can be in and the caller is not
 * excluded from. Locks both against deletion.
 */
export async function checkCodes(tx: Tx, scope: Scope, { lc, slc, ...owner }: Codes): Promise<void> {
  const named = sql`${isAvailableTo(owner)} AND x.code = ${lc}`;
  const [[location], subs] = await Promise.all([
    query<{ id: number }>(tx, sql`SELECT x.id FROM crm.location x WHERE ${named} FOR SHARE`),
    slc === undefined
      ? []
      : query<{ id: number }>(
          tx,
          sql`SELECT s.id FROM crm.location x JOIN crm.sub_location s ON s.location_id = x.id AND s.code = ${slc}
              WHERE ${named} FOR SHARE OF s`,
        ),
  ]);
  const allowed = scope.locations?.find(({ id }) => id === location?.id);
  if (!location || (scope.locations !== null && !allowed)) throw notFound('location', lc);
  if (slc === undefined) {
    if (allowed?.subs) throw badParameter('sub_location_code', 'is required');
    return;
  }
  const [sub] = subs;
  if (!sub || (allowed?.subs && !allowed.subs.some(({ id }) => id === sub.id)))
    throw notFound(`sub location in ${lc}`, slc);
}

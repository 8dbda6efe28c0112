import { badParameter, notFound } from '../../../core/fault.ts';
import { isAvailableTo, type Owner } from '../../../core/tenancy/owner.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';

/** The codes of a record and its owner. */
interface Codes extends Owner {
  readonly lc: string;
  readonly slc?: string | undefined;
}

/**
 * Checks that the codes name a location, and a sub location in it, which a record of this owner can be in and the caller is not
 * excluded from. Locks both against deletion.
 */
export async function checkCodes(tx: Tx, scope: Scope, codes: Codes): Promise<void> {
  const { lc, slc } = codes;
  const [place] = slc === undefined ? [] : await subLocationsOf(tx, { ...codes, slc });
  const [location = place] = place ? [] : await locationsOf(tx, codes);
  const allowed = scope.locations?.find(({ id }) => id === location?.id);
  if (!location || (scope.locations !== null && !allowed)) throw notFound('location', lc);
  if (slc === undefined) {
    if (allowed?.subs) throw badParameter('sub_location_code', 'is required');
    return;
  }
  if (!place || (allowed?.subs && !allowed.subs.some(({ id }) => id === place.subId)))
    throw notFound('sub location', slc, ` in ${lc}`);
}

/** The same for a record that is in no sub location: a caller who is limited to some of the location is excluded. */
export async function checkWholeLocation(tx: Tx, scope: Scope, codes: Owner & { readonly lc: string }): Promise<void> {
  const [location] = await locationsOf(tx, codes);
  const allowed = scope.locations?.find(({ id }) => id === location?.id);
  if (!location || (scope.locations !== null && (!allowed || allowed.subs))) throw notFound('location', codes.lc);
}

const named = ({ lc, ...owner }: Codes): Sql => sql`${isAvailableTo(owner)} AND x.code = ${lc}`;

const locationsOf = (tx: Tx, codes: Codes) =>
  query<{ id: number }>(tx, sql`SELECT x.id FROM crm.location x WHERE ${named(codes)} FOR SHARE`);

const subLocationsOf = (tx: Tx, codes: Codes & { readonly slc: string }) =>
  query<{ id: number; subId: number }>(
    tx,
    sql`SELECT x.id, s.id AS "subId" FROM crm.location x JOIN crm.sub_location s ON s.location_id = x.id AND s.code = ${codes.slc}
        WHERE ${named(codes)} FOR SHARE`,
  );

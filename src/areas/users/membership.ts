import { badParameters, Fault, type FieldFault } from '../../core/fault.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../db/database.ts';
import { ispOfNew, ownerOfNew } from '../isps/owner.ts';
import { isLimited, type LocationLimit, resolveLocations } from './location-limit.ts';
import type { GROUPS } from './vocabulary.ts';

/** Where a login user stands: its group, and whose it is. */
export interface Membership {
  readonly groupname: (typeof GROUPS)[number];
  readonly ispid: number;
  readonly resellerid?: number | undefined;
  readonly lc: LocationLimit;
  readonly slc: LocationLimit;
}

/** The rules of contract 4.2 that join several parameters. */
function membershipFaults({ groupname, resellerid, lc, slc }: Membership): FieldFault[] {
  const faults: FieldFault[] = [];
  if (groupname === 'ISP' && resellerid)
    faults.push({ parameter: 'resellerid', problem: 'does not apply when groupname is ISP' });
  if (groupname !== 'ISP' && resellerid === undefined)
    faults.push({ parameter: 'resellerid', problem: 'is required unless groupname is ISP' });
  if (groupname === 'Reseller' && resellerid === 0)
    faults.push({ parameter: 'resellerid', problem: 'must be the id of a reseller when groupname is Reseller' });
  if (groupname === 'Employee') return faults;
  if (isLimited(lc)) faults.push({ parameter: 'lc', problem: 'applies only when groupname is Employee' });
  if (isLimited(slc)) faults.push({ parameter: 'slc', problem: 'applies only when groupname is Employee' });
  return faults;
}

/** Checks a place and resolves its owner. A reseller's user cannot put anyone above the reseller. */
export async function resolveMembership(tx: Tx, scope: Scope, place: Membership) {
  const faults = membershipFaults(place);
  if (faults.length > 0) throw badParameters(faults);
  if (place.groupname === 'ISP') {
    if (scope.resellerId !== null)
      throw new Fault('forbidden', 'groupname: a user of a reseller cannot make users of the ISP');
    const ispId = await ispOfNew(tx, scope, place);
    return { groupname: place.groupname, ispId, resellerId: null, locationIds: [], subLocationIds: [] };
  }
  const owner = await ownerOfNew(tx, scope, place);
  return { groupname: place.groupname, ...owner, ...(await resolveLocations(tx, owner, place)) };
}

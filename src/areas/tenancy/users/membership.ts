import { badParameters, type FieldFault, parameterFault } from '../../../core/fault.ts';
import { ispOfNew, ownerOfNew } from '../../../core/tenancy/owner.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { isLimited, type LocationLimit, resolveLocations } from './location-limit.ts';
import type { GROUPS } from './vocabulary.ts';

/** The group, owner and locations of a login user. */
export interface Membership {
  readonly groupname: (typeof GROUPS)[number];
  readonly ispid: number;
  readonly resellerid?: number | undefined;
  readonly lc: LocationLimit;
  readonly slc: LocationLimit;
}

/** Contract 4.2: which parameter needs which other. */
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

/** Checks a membership and resolves its owner and locations to ids. A reseller's user cannot make users of the ISP. */
export async function resolveMembership(tx: Tx, scope: Scope, membership: Membership) {
  const faults = membershipFaults(membership);
  if (faults.length > 0) throw badParameters(faults);
  if (membership.groupname === 'ISP') {
    if (scope.resellerId !== null)
      throw parameterFault('forbidden', 'groupname', 'a user of a reseller cannot create users of the ISP');
    const ispId = await ispOfNew(tx, scope, membership);
    return { groupname: membership.groupname, ispId, resellerId: null, locationIds: [], subLocationIds: [] };
  }
  const owner = await ownerOfNew(tx, scope, membership);
  return { groupname: membership.groupname, ...owner, ...(await resolveLocations(tx, owner, membership)) };
}

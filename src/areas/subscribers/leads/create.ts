import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import { numbersOf, regionOfIsp } from '../../../core/telephone/columns.ts';
import { optionalOwnerOfNew, ownerShape } from '../../../core/tenancy/owner.ts';
import { created, type Scope } from '../../../core/tenancy/scope.ts';
import { code, email, id, mobile, oneOf, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { nextId } from '../../../db/sql.ts';
import { insert } from '../../../db/write.ts';
import { checkCodes } from '../../tenancy/locations/codes.ts';
import { checkAssignee } from './assignee.ts';
import { NEW_SOURCES } from './vocabulary.ts';

/** Contract 4.8. */
export const newLead = z.strictObject({
  ...ownerShape(),
  name: text(),
  mobile: mobile(),
  email: email(),
  address: text(500),
  city: text().optional(),
  zipcode: text(16).optional(),
  state: text().optional(),
  source: oneOf(NEW_SOURCES),
  location_code: code().optional(),
  sub_location_code: code().optional(),
  assigned_to: id().optional(),
});

/** Adds a lead, in Welcome-Call. Returns its id. */
export async function createLead(tx: Tx, scope: Scope, input: z.output<typeof newLead>): Promise<number> {
  const {
    ispid,
    resellerid,
    location_code: lc,
    sub_location_code: slc,
    assigned_to,
    city,
    zipcode,
    state,
    ...contact
  } = input;
  const owner = await optionalOwnerOfNew(tx, scope, { ispid, resellerid });
  if (lc !== undefined) await checkCodes(tx, scope, { ...owner, lc, slc });
  else if (slc !== undefined) throw badParameter('location_code', 'is required with sub_location_code');
  // Without a location the caller could not see it.
  else if (scope.locations !== null) throw badParameter('location_code', 'is required');
  if (assigned_to !== undefined) await checkAssignee(tx, scope, owner, assigned_to);
  const place = {
    assignedTo: assigned_to ?? null,
    locationCode: lc ?? null,
    subLocationCode: slc ?? null,
    city: city ?? null,
    zipcode: zipcode ?? null,
    state: state ?? null,
  };
  const [region, leadId] = await Promise.all([regionOfIsp(tx, scope, owner.ispId), nextId(tx, 'crm.lead')]);
  const numbers = numbersOf(contact.mobile, region);
  insert(tx, 'crm.lead', [{ id: leadId, ...owner, ...contact, ...numbers, ...place, ...created(scope) }]);
  insert(tx, 'crm.lead_event', [{ leadId, action: 'create', toStatus: 'Welcome-Call', by: scope.by }]);
  return leadId;
}

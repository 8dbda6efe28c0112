import { z } from 'zod';
import { numbersOf, regionOfIsp } from '../../../core/telephone/columns.ts';
import { ownerOfNew, ownerShape } from '../../../core/tenancy/owner.ts';
import { created, type Scope } from '../../../core/tenancy/scope.ts';
import { language } from '../../../core/vocabulary/notice.ts';
import { described, email, mobile, oneOf, text, ymd } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { insertRecord } from '../../../db/records.ts';
import { checkTaxId } from '../../money/tax/check-tax-id.ts';
import { SEZ_SUPPLIES } from '../../money/tax/vocabulary.ts';
import { CUSTOMER_TYPES, otherMobiles } from './vocabulary.ts';

/** Contract 4.13. */
export const newCustomer = z.strictObject({
  ...ownerShape(),
  type: oneOf(CUSTOMER_TYPES),
  name: text(),
  surname: text().optional(),
  dob: ymd().optional(),
  mobile: mobile(),
  other_mobiles: otherMobiles().optional(),
  email: email(),
  uniqueid: text(64).optional(),
  zipcode: text(16),
  state: text(),
  city: text(),
  street: text(),
  notes: text(2000).optional(),
  tax_id: described('for services without one', text(32)).optional(),
  sez: described('a unit in a special economic zone: how it is sold to', oneOf(SEZ_SUPPLIES)).optional(),
  language: described('of notices; default that of the ISP', language()).optional(),
});

/** Adds a customer to a reseller (or to the ISP itself, `resellerid=0`). Returns the new customer's id. */
export async function createCustomer(tx: Tx, scope: Scope, input: z.output<typeof newCustomer>): Promise<number> {
  const { ispid, resellerid, dob, tax_id, other_mobiles: otherMobiles = [], ...fields } = input;
  const owner = await ownerOfNew(tx, scope, { ispid, resellerid });
  await checkTaxId(tx, owner, tax_id);
  const region = await regionOfIsp(tx, scope, owner.ispId);
  return insertRecord(tx, 'crm.customer', {
    ...owner,
    ...fields,
    otherMobiles,
    ...numbersOf(fields.mobile, region, otherMobiles),
    surname: fields.surname ?? null,
    uniqueid: fields.uniqueid ?? null,
    notes: fields.notes ?? null,
    taxId: tax_id ?? null,
    sez: fields.sez ?? null,
    language: fields.language ?? null,
    dob: dob ?? null,
    ...created(scope),
  });
}

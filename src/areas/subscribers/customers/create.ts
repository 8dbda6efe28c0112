import { z } from 'zod';
import { emptyAsNull } from '../../../core/records/updates.ts';
import { numbersOf, regionOfIsp } from '../../../core/telephone/columns.ts';
import type { Region } from '../../../core/telephone/numbers.ts';
import { ownerOfNew, ownerShape } from '../../../core/tenancy/owner.ts';
import { created, type Scope } from '../../../core/tenancy/scope.ts';
import { language } from '../../../core/vocabulary/notice.ts';
import { described, email, mobile, oneOf, text, ymd } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { nextId } from '../../../db/sql.ts';
import { insert } from '../../../db/write.ts';
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
  tax_id: text(32).optional(),
  sez: oneOf(SEZ_SUPPLIES).optional(),
  language: described('default: the language of the ISP', language()).optional(),
});

/** The columns of a new customer that are its parameters. */
export function columnsOf(input: z.output<typeof newCustomer>, region: Region | null) {
  const {
    ispid: _,
    resellerid: __,
    surname,
    dob,
    uniqueid,
    notes,
    tax_id: taxId,
    sez,
    language: spoken,
    ...given
  } = input;
  const { other_mobiles: otherMobiles = [], ...fields } = given;
  return {
    ...fields,
    ...emptyAsNull({ surname, dob, uniqueid, notes, taxId, sez, language: spoken }),
    otherMobiles,
    ...numbersOf(fields.mobile, region, otherMobiles),
  };
}

/** Adds a customer to a reseller (or to the ISP itself, `resellerid=0`). Returns the new customer's id. */
export async function createCustomer(tx: Tx, scope: Scope, input: z.output<typeof newCustomer>): Promise<number> {
  const owner = await ownerOfNew(tx, scope, input);
  await checkTaxId(tx, owner, input.tax_id);
  const [region, id] = await Promise.all([regionOfIsp(tx, scope, owner.ispId), nextId(tx, 'crm.customer')]);
  insert(tx, 'crm.customer', [{ id, ...owner, ...columnsOf(input, region), ...created(scope) }]);
  return id;
}

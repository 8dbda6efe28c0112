import { z } from 'zod';
import { badParameters } from '../../core/fault.ts';
import { readForUpdate } from '../../core/row-locks.ts';
import type { Scope } from '../../core/scope.ts';
import { definedFields } from '../../core/updates.ts';
import { described, email, flagYN, id, mobile, oneOf, text, ymd } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { updateOf } from '../../db/records.ts';
import { send, sql } from '../../db/sql.ts';
import { language } from '../notices/vocabulary.ts';
import { TAX_SCHEME, taxIdFaults } from '../tax/check-tax-id.ts';
import { type Scheme, SEZ_SUPPLIES } from '../tax/vocabulary.ts';
import { CUSTOMER_TYPES } from './vocabulary.ts';

/** Contract 4.13: everything but `customerid` may be left out. */
export const customerChange = z.strictObject({
  customerid: id(),
  type: oneOf(CUSTOMER_TYPES).optional(),
  name: text().optional(),
  surname: text().nullable().optional(),
  dob: ymd().nullable().optional(),
  mobile: mobile().optional(),
  email: email().optional(),
  uniqueid: text(64).nullable().optional(),
  reset_password: flagYN().optional(),
  zipcode: text(16).optional(),
  state: text().optional(),
  city: text().optional(),
  street: text().optional(),
  notes: text(2000).nullable().optional(),
  tax_id: described('for services without one', text(32)).nullable().optional(),
  sez: described('a unit in a special economic zone: how it is sold to', oneOf(SEZ_SUPPLIES)).nullable().optional(),
  language: described('of notices', language()).nullable().optional(),
});

/** Changes a customer. `reset_password` invalidates the portal password until a new one is set. */
export async function updateCustomer(tx: Tx, scope: Scope, input: z.output<typeof customerChange>): Promise<'done'> {
  const { customerid, dob, reset_password, tax_id: taxId, ...fields } = input;
  const customer = { what: 'customer', id: customerid } as const;
  const { taxScheme } = await readForUpdate<{ taxScheme: Scheme | null }>(
    tx,
    scope,
    customer,
    sql`${TAX_SCHEME} AS "taxScheme"`,
  );
  const faults = taxIdFaults(taxScheme, taxId);
  if (faults.length > 0) throw badParameters(faults);
  const portalPasswordHash = reset_password ? null : undefined;
  const changed = { ...definedFields({ ...fields, dob, taxId, portalPasswordHash }), updatedBy: scope.by };
  send(tx, updateOf('crm.customer', customerid, changed));
  return 'done';
}

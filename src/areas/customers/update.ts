import { z } from 'zod';
import { lockForUpdate } from '../../core/row-locks.ts';
import type { Scope } from '../../core/scope.ts';
import { definedFields } from '../../core/updates.ts';
import { email, flagYN, id, mobile, oneOf, text, ymd } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { updateOf } from '../../db/records.ts';
import { send } from '../../db/sql.ts';
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
});

/** Changes a customer. `reset_password` invalidates the portal password until a new one is set. */
export async function updateCustomer(tx: Tx, scope: Scope, input: z.output<typeof customerChange>): Promise<'done'> {
  const { customerid, dob, reset_password, ...fields } = input;
  await lockForUpdate(tx, scope, { what: 'customer', id: customerid });
  const portalPasswordHash = reset_password ? null : undefined;
  const changed = { ...definedFields({ ...fields, dob, portalPasswordHash }), updatedBy: scope.by };
  send(tx, updateOf('crm.customer', customerid, changed));
  return 'done';
}

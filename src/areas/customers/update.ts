import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { refuseWhileUsed } from '../../core/dependents.ts';
import { notFound } from '../../core/fault.ts';
import { lockForDelete, lockForUpdate } from '../../core/row-locks.ts';
import { inOwnLocations, owned, type Scope } from '../../core/scope.ts';
import { definedFields } from '../../core/updates.ts';
import { email, flagYN, id, mobile, oneOf, text, ymd } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { CUSTOMER_TYPES } from './list.ts';

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

/** Changes a customer. Resetting the portal password locks the old one out until a new one is set. */
export async function updateCustomer(tx: Tx, scope: Scope, input: z.output<typeof customerChange>): Promise<'done'> {
  const { customerid, dob, reset_password, ...fields } = input;
  await lockForUpdate(tx, scope, { what: 'customer', id: customerid });
  const portalPasswordHash = reset_password ? null : undefined;
  await tx.customer.update({
    where: { id: customerid },
    data: { ...definedFields({ ...fields, dob: dob ? new Date(dob) : dob, portalPasswordHash }), updatedBy: scope.by },
  });
  return 'done';
}

export const namedCustomer = z.strictObject({ customerid: id() });

/** Deletes a customer whose services are gone. */
export async function deleteCustomer(tx: Tx, { scope, kernel }: Call, customerId: number): Promise<'done'> {
  await findCustomer(tx, scope, customerId);
  await lockForDelete(tx, 'customer', customerId);
  refuseWhileUsed(`customer ${customerId}`, {
    services: await tx.service.count({ where: { customerId, deletedAt: null } }),
  });
  await tx.customer.update({ where: { id: customerId }, data: { deletedAt: kernel.clock.now(), updatedBy: scope.by } });
  return 'done';
}

/** A customer of the caller, and within an Employee's locations: served there, or not served yet. */
export async function findCustomer(tx: Tx, scope: Scope, customerId: number) {
  const inLocations = inOwnLocations(scope);
  const narrowed = Object.keys(inLocations).length > 0;
  const customer = await tx.customer.findFirst({
    where: {
      ...owned(scope),
      id: customerId,
      deletedAt: null,
      ...(narrowed
        ? {
            OR: [
              { services: { some: { ...inLocations, deletedAt: null } } },
              { services: { none: { deletedAt: null } } },
            ],
          }
        : {}),
    },
    select: { id: true, ispId: true, resellerId: true },
  });
  if (!customer) throw notFound('customer', customerId);
  return customer;
}

import { z } from 'zod';
import { notFound } from '../../core/fault.ts';
import { inOwnLocations, owned, type Scope } from '../../core/scope.ts';
import { id } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';

export const namedCustomer = z.strictObject({ customerid: id() });

/** A customer of the caller. An Employee limited to locations sees customers served there and those not served yet. */
export async function findCustomer(tx: Tx, scope: Scope, customerId: number) {
  const inLocations = inOwnLocations(scope);
  const isLimited = Object.keys(inLocations).length > 0;
  const customer = await tx.customer.findFirst({
    where: {
      ...owned(scope),
      id: customerId,
      deletedAt: null,
      ...(isLimited
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

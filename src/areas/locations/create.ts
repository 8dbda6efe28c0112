import { z } from 'zod';
import { notFound } from '../../core/fault.ts';
import { lockShared } from '../../core/row-locks.ts';
import { created, owned, type Scope } from '../../core/scope.ts';
import { code, text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { ispOfNew, ispShape } from '../isps/owner.ts';

export const newLocation = z.strictObject({ ...ispShape(), location_code: code(), location: text() });

export const newSubLocation = z.strictObject({
  ...ispShape(),
  location_code: code(),
  sub_location_code: code(),
  sub_location: text(),
});

/** Adds a location; a reseller's user adds it to the reseller, anyone else to the ISP. */
export async function createLocation(tx: Tx, scope: Scope, input: z.output<typeof newLocation>): Promise<'done'> {
  const ispId = await ispOfNew(tx, scope, input);
  await tx.location.create({
    data: { ispId, resellerId: scope.resellerId, code: input.location_code, name: input.location, ...created(scope) },
  });
  return 'done';
}

/** Adds a sub location to a location of the caller's side. */
export async function createSubLocation(tx: Tx, scope: Scope, input: z.output<typeof newSubLocation>): Promise<'done'> {
  const { location } = await findLocation(tx, scope, input);
  await lockShared(tx, 'location', location.id);
  const { sub_location_code: code, sub_location: name } = input;
  await tx.subLocation.create({ data: { locationId: location.id, code, name, ...created(scope) } });
  return 'done';
}

/** A location that the caller's side owns; one of the ISP itself is for the ISP's users only to change. */
export async function findLocation(tx: Tx, scope: Scope, input: { ispid?: number | undefined; location_code: string }) {
  const ispId = await ispOfNew(tx, scope, input);
  const location = await tx.location.findFirst({
    where: { AND: [owned(scope), { ispId, code: input.location_code }] },
    select: { id: true, code: true, resellerId: true },
  });
  if (!location) throw notFound('location', input.location_code);
  return { location, ispId };
}

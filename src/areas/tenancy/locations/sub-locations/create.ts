import { z } from 'zod';
import { lockShared } from '../../../../core/records/row-locks.ts';
import { ispShape } from '../../../../core/tenancy/owner.ts';
import { created, type Scope } from '../../../../core/tenancy/scope.ts';
import { code, text } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { findLocation } from '../find.ts';

export const newSubLocation = z.strictObject({
  ...ispShape(),
  location_code: code(),
  sub_location_code: code(),
  sub_location: text(),
});

/** Adds a sub location to a location that the caller's side owns. */
export async function createSubLocation(tx: Tx, scope: Scope, input: z.output<typeof newSubLocation>): Promise<'done'> {
  const { location } = await findLocation(tx, scope, input);
  await lockShared(tx, 'location', location.id);
  const { sub_location_code: code, sub_location: name } = input;
  await tx.subLocation.create({ data: { locationId: location.id, code, name, ...created(scope) } });
  return 'done';
}

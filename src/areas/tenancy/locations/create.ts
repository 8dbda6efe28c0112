import { z } from 'zod';
import { ispOfNew, ispShape } from '../../../core/tenancy/owner.ts';
import { created, type Scope } from '../../../core/tenancy/scope.ts';
import { code, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';

export const newLocation = z.strictObject({ ...ispShape(), location_code: code(), location: text() });

/** Adds a location: to the reseller for a reseller's user, else to the ISP. */
export async function createLocation(tx: Tx, scope: Scope, input: z.output<typeof newLocation>): Promise<'done'> {
  const ispId = await ispOfNew(tx, scope, input);
  await tx.location.create({
    data: { ispId, resellerId: scope.resellerId, code: input.location_code, name: input.location, ...created(scope) },
  });
  return 'done';
}

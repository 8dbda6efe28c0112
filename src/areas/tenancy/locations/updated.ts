import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { lockLocation } from './find.ts';
import { findSubLocation } from './sub-locations/find.ts';

interface Named {
  readonly ispid?: number | undefined;
  readonly location_code: string;
  readonly new_location_code?: string | undefined;
}

/** The location that an update names, locked as the update locks it, and when it was last updated. */
export async function lockUpdatedLocation(tx: Tx, scope: Scope, input: Named): Promise<Date> {
  const { location } = await lockLocation(tx, scope, input, { recodes: input.new_location_code !== undefined });
  const where = { id: location.id };
  return (await tx.location.findUniqueOrThrow({ where, select: { updatedAt: true } })).updatedAt;
}

interface NamedSub extends Named {
  readonly sub_location_code: string;
  readonly new_sub_location_code?: string | undefined;
}

/** The same of a sub location, which has no lock of its own. */
export async function lockUpdatedSubLocation(tx: Tx, scope: Scope, input: NamedSub): Promise<Date> {
  const recodes = input.new_sub_location_code !== undefined;
  const { location } = await lockLocation(tx, scope, input, { recodes });
  const { id } = await findSubLocation(tx, location, input.sub_location_code);
  return (await tx.subLocation.findUniqueOrThrow({ where: { id }, select: { updatedAt: true } })).updatedAt;
}

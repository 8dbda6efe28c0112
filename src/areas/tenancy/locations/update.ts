import { z } from 'zod';
import { reportTakenAs } from '../../../core/records/taken-values.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { ispShape } from '../../../core/tenancy/owner.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { code, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { lockLocation } from './find.ts';
import { recode } from './recode.ts';
import { findSubLocation } from './sub-locations/find.ts';

export const locationChange = z.strictObject({
  ...ispShape(),
  location_code: code(),
  new_location_code: code().optional(),
  location: text().optional(),
});

/** Renames a location or changes its code, also in all records that have it. */
export async function updateLocation(tx: Tx, scope: Scope, input: z.output<typeof locationChange>): Promise<'done'> {
  const { location, ispId } = await lockLocation(tx, scope, input, { recodes: input.new_location_code !== undefined });
  const code = input.new_location_code;
  const data = { ...definedFields({ code, name: input.location }), updatedBy: scope.by };
  await reportTakenAs('new_location_code', () => tx.location.update({ where: { id: location.id }, data }));
  if (code !== undefined && code !== location.code)
    await recode(tx, { ispId, resellerId: location.resellerId, from: location.code, to: code });
  return 'done';
}

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

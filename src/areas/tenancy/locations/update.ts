import { z } from 'zod';
import { reportTakenAs } from '../../../core/records/taken-values.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { ispShape } from '../../../core/tenancy/owner.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { code, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { lockLocation } from './find.ts';
import { recode } from './recode.ts';

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

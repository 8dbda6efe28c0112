import { z } from 'zod';
import { reportTakenAs } from '../../../../core/records/taken-values.ts';
import { definedFields } from '../../../../core/records/updates.ts';
import { ispShape } from '../../../../core/tenancy/owner.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import { code, text } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { lockLocation } from '../find.ts';
import { recodeSubLocation } from '../recode.ts';
import { findSubLocation } from './find.ts';

export const subLocationChange = z.strictObject({
  ...ispShape(),
  location_code: code(),
  sub_location_code: code(),
  new_sub_location_code: code().optional(),
  sub_location: text().optional(),
});

export async function updateSubLocation(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof subLocationChange>,
): Promise<'done'> {
  const { location, ispId } = await lockLocation(tx, scope, input, {
    recodes: input.new_sub_location_code !== undefined,
  });
  const sub = await findSubLocation(tx, location, input.sub_location_code);
  const code = input.new_sub_location_code;
  const data = { ...definedFields({ code, name: input.sub_location }), updatedBy: scope.by };
  await reportTakenAs('new_sub_location_code', () => tx.subLocation.update({ where: { id: sub.id }, data }));
  if (code !== undefined && code !== sub.code)
    await recodeSubLocation(tx, {
      ispId,
      resellerId: location.resellerId,
      lc: location.code,
      from: sub.code,
      to: code,
    });
  return 'done';
}

import { z } from 'zod';
import { notFound } from '../../../../core/fault.ts';
import { ispShape } from '../../../../core/tenancy/owner.ts';
import { code } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';

export const namedSubLocation = z.strictObject({ ...ispShape(), location_code: code(), sub_location_code: code() });

export async function findSubLocation(tx: Tx, location: { id: number; code: string }, code: string) {
  const sub = await tx.subLocation.findFirst({
    where: { locationId: location.id, code },
    select: { id: true, code: true },
  });
  if (!sub) throw notFound('sub location', code, ` in ${location.code}`);
  return sub;
}

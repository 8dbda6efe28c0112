import { z } from 'zod';
import { optionalOwnerOfNew, ownerShape } from '../../../../core/tenancy/owner.ts';
import { created, type Scope } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';

export const newNasIpPool = z.strictObject({ ...ownerShape(), name: wire.text(64), notes: wire.text(1000).optional() });

export async function createNasIpPool(tx: Tx, scope: Scope, input: z.output<typeof newNasIpPool>): Promise<number> {
  const owner = await optionalOwnerOfNew(tx, scope, input);
  const pool = await tx.nasIpPool.create({
    data: { ...owner, name: input.name, notes: input.notes ?? null, ...created(scope) },
    select: { id: true },
  });
  return pool.id;
}

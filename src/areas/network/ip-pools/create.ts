import { z } from 'zod';
import { optionalOwnerOfNew, ownerShape } from '../../../core/tenancy/owner.ts';
import { created, type Scope } from '../../../core/tenancy/scope.ts';
import { ipv4 } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { addAddresses, orOverlapFault } from './bounds.ts';
import { checkRange } from './range.ts';
import { poolName } from './vocabulary.ts';

/** Contract 4.4. */
export const newPool = z.strictObject({
  ...ownerShape(),
  pool_name: poolName(),
  range_from: ipv4(),
  range_upto: ipv4(),
});

/** Adds a pool and its addresses. Returns the number of addresses. */
export async function createPool(tx: Tx, scope: Scope, input: z.output<typeof newPool>): Promise<number> {
  const owner = await optionalOwnerOfNew(tx, scope, input);
  const range = { from: input.range_from, upto: input.range_upto };
  checkRange(range);
  const pool = await orOverlapFault(() =>
    tx.ipPool.create({
      data: { ...owner, name: input.pool_name, rangeFrom: range.from, rangeUpto: range.upto, ...created(scope) },
      select: { id: true },
    }),
  );
  return addAddresses(tx, { id: pool.id, ispId: owner.ispId }, range);
}

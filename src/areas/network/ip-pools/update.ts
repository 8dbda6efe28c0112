import { z } from 'zod';
import { reportTakenAs } from '../../../core/records/taken-values.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { id, ipv4, ownerId } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { moveBounds } from './bounds.ts';
import { lockPool } from './find.ts';
import { checkRange, sizeOf } from './range.ts';
import { poolName } from './vocabulary.ts';

/** Contract 4.4: the range is extended or shrunk to the new bounds. */
export const poolChange = z.strictObject({
  pool_name: poolName(),
  ispid: id().optional(),
  resellerid: ownerId().optional(),
  new_pool_name: poolName().optional(),
  range_from: ipv4().optional(),
  range_upto: ipv4().optional(),
});

/** Renames a pool or changes its range. Returns the number of addresses added or, with a new name, of all its addresses. */
export async function updatePool(tx: Tx, scope: Scope, input: z.output<typeof poolChange>): Promise<number> {
  const pool = await lockPool(tx, scope, input);
  const range = { from: input.range_from ?? pool.rangeFrom, upto: input.range_upto ?? pool.rangeUpto };
  checkRange(range);
  const added = await moveBounds(tx, scope, { pool, range });
  const name = input.new_pool_name;
  if (name === undefined || name === pool.name) return added;
  const data = { name, updatedBy: scope.by };
  await reportTakenAs('new_pool_name', () => tx.ipPool.update({ where: { id: pool.id }, data }));
  return sizeOf(range);
}

/** The pool that an update names, locked, and when it was last updated. */
export async function lockUpdatedPool(tx: Tx, scope: Scope, input: Parameters<typeof lockPool>[2]): Promise<Date> {
  const { id } = await lockPool(tx, scope, input);
  return (await tx.ipPool.findUniqueOrThrow({ where: { id }, select: { updatedAt: true } })).updatedAt;
}

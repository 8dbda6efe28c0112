import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { lockPool } from './find.ts';

/** The pool that an update names, locked, and when it was last updated. */
export async function lockUpdatedPool(tx: Tx, scope: Scope, input: Parameters<typeof lockPool>[2]): Promise<Date> {
  const { id } = await lockPool(tx, scope, input);
  return (await tx.ipPool.findUniqueOrThrow({ where: { id }, select: { updatedAt: true } })).updatedAt;
}

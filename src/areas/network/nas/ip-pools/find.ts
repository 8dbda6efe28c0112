import { notFound } from '../../../../core/fault.ts';
import { owned, type Scope } from '../../../../core/tenancy/scope.ts';
import type { Tx } from '../../../../db/database.ts';

export async function findNasIpPool(tx: Tx, scope: Scope, id: number): Promise<{ name: string }> {
  const pool = await tx.nasIpPool.findFirst({ where: { ...owned(scope), id }, select: { name: true } });
  if (!pool) throw notFound('NAS IP pool', id);
  return pool;
}

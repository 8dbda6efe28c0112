import { notFound } from '../../core/fault.ts';
import { owned, type Scope } from '../../core/scope.ts';
import type { Tx } from '../../db/database.ts';

export async function findNas(tx: Tx, scope: Scope, nasId: number) {
  const nas = await tx.nas.findFirst({ where: { ...owned(scope), id: nasId, deletedAt: null } });
  if (!nas) throw notFound('NAS', nasId);
  return nas;
}

import { notFound } from '../../core/fault.ts';
import { owned, type Scope, scopeConditions } from '../../core/scope.ts';
import type { Database, Tx } from '../../db/database.ts';
import { join, query, sql } from '../../db/sql.ts';
import { nases } from './list.ts';

/** A NAS that the caller's side owns. */
export async function findNas(tx: Tx, scope: Scope, nasId: number) {
  const nas = await tx.nas.findFirst({ where: { ...owned(scope), id: nasId, deletedAt: null } });
  if (!nas) throw notFound('NAS', nasId);
  return nas;
}

/** The id of the NAS with that address that the caller sees: its own, or one that serves it. */
export async function findVisibleNas(db: Pick<Database, 'pool'>, scope: Scope, ip: string): Promise<number> {
  const conditions = [...scopeConditions(scope, nases.scope), sql`n.ip = ${ip}`];
  const [nas] = await query<{ id: number }>(
    db.pool,
    sql`SELECT n.id FROM radius.nas n WHERE ${join(conditions, ' AND ')}`,
  );
  if (!nas) throw notFound('NAS', ip);
  return nas.id;
}

import { z } from 'zod';
import { Fault } from '../../../core/fault.ts';
import { lockForDelete } from '../../../core/records/row-locks.ts';
import { reportTakenAs } from '../../../core/records/taken-values.ts';
import { definedFields } from '../../../core/records/updates.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { id } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { type Ip6Pool, lockIp6Pool } from './find.ts';
import { checkCut, orOverlaps } from './network.ts';
import { ip6PoolName, network } from './vocabulary.ts';

/** Length and kind stay: prefixes of another size are another pool. */
export const ip6PoolChange = z.strictObject({
  id: id(),
  name: ip6PoolName().optional(),
  prefix: network().optional(),
});

/** Renames a pool, also in the plans that name it, or extends or shrinks its network. Leases stay. */
export async function updateIp6Pool(tx: Tx, scope: Scope, input: z.output<typeof ip6PoolChange>): Promise<'done'> {
  const pool = await lockIp6Pool(tx, scope, input.id);
  const { name, prefix } = input;
  if (prefix !== undefined && prefix !== pool.network) await dropOutside(tx, pool, prefix);
  const data = { ...definedFields({ name, network: prefix }), updatedBy: scope.by };
  await reportTakenAs('name', () => orOverlaps('prefix', () => tx.ip6Pool.update({ where: { id: pool.id }, data })));
  if (name !== undefined && name !== pool.name) await renameInPlans(tx, scope, { pool, name });
  return 'done';
}

/** No lease is added until the commit, and one that ends is locked before it is checked. */
async function dropOutside(tx: Tx, { id, length }: Ip6Pool, prefix: string): Promise<void> {
  checkCut(prefix, length);
  await lockForDelete(tx, 'IPv6 pool', id);
  const outside = sql`pool_id = ${id} AND NOT prefix <<= ${prefix}::inet`;
  const [busy] = await query<{ first: string | null; total: number }>(
    tx,
    sql`WITH locked AS (SELECT prefix, leased_to FROM radius.ip6_lease WHERE ${outside} ORDER BY prefix FOR UPDATE)
        SELECT text(min(prefix)) AS first, count(*)::int AS total FROM locked WHERE leased_to IS NOT NULL`,
  );
  if (busy?.first)
    throw new Fault('conflict', `${prefix} would remove ${busy.total} prefixes in use, starting with ${busy.first}`);
  await execute(tx, sql`DELETE FROM radius.ip6_lease WHERE ${outside}`);
}

async function renameInPlans(tx: Tx, scope: Scope, { pool, name }: { pool: Ip6Pool; name: string }): Promise<void> {
  const column = pool.kind === 'Framed' ? 'ip6Pool' : 'pdPool';
  const where = { ispId: pool.ispId, [column]: pool.name };
  await tx.plan.updateMany({ where, data: { [column]: name, updatedBy: scope.by } });
}

import { Fault, parameterFault } from '../../../core/fault.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { problemOf } from '../../../db/problem.ts';
import { execute, query, type Sql, sql } from '../../../db/sql.ts';
import type { Pool } from './find.ts';
import type { Range } from './range.ts';

/** A pool and its new range. */
interface PoolRange {
  readonly pool: Pool;
  readonly range: Range;
}

/** Adds and removes addresses so that the pool has exactly the range. Returns the number added. */
export async function moveBounds(tx: Tx, scope: Scope, { pool, range }: PoolRange): Promise<number> {
  if (range.from === pool.rangeFrom && range.upto === pool.rangeUpto) return 0;
  const outside = sql`pool_id = ${pool.id} AND (ip < ${range.from}::inet OR ip > ${range.upto}::inet)`;
  await refuseAddressesInUse(tx, outside, `the range from ${range.from} to ${range.upto}`);
  await execute(tx, sql`DELETE FROM radius.ip_address WHERE ${outside}`);
  const bounds = { rangeFrom: range.from, rangeUpto: range.upto, updatedBy: scope.by };
  await orOverlapFault(() => tx.ipPool.update({ where: { id: pool.id }, data: bounds }));
  return addAddresses(tx, pool, range);
}

/** Locks the addresses before it checks them, so that one reserved or leased meanwhile counts as in use. */
export async function refuseAddressesInUse(tx: Tx, where: Sql, what: string): Promise<void> {
  const [busy] = await query<{ ip: string | null; total: number }>(
    tx,
    sql`WITH locked AS (SELECT ip, service_id, leased_to FROM radius.ip_address WHERE ${where} ORDER BY ip FOR UPDATE)
        SELECT host(min(ip)) AS ip, count(*)::int AS total FROM locked WHERE service_id IS NOT NULL OR leased_to IS NOT NULL`,
  );
  if (busy?.ip)
    throw new Fault('conflict', `${what} would remove ${busy.total} addresses in use, starting with ${busy.ip}`);
}

export const addAddresses = (tx: Tx, pool: { id: number; ispId: number }, { from, upto }: Range): Promise<number> =>
  execute(
    tx,
    sql`INSERT INTO radius.ip_address (pool_id, isp_id, ip)
        SELECT ${pool.id}::int, ${pool.ispId}::int, ${from}::inet + n FROM generate_series(0, ${upto}::inet - ${from}::inet) n
        ON CONFLICT DO NOTHING`,
  );

/** Ranges must not overlap within an ISP: turns the database's exclusion error into a fault. */
export async function orOverlapFault<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const problem = problemOf(error);
    if (problem?.kind === 'exclusion')
      throw parameterFault('conflict', 'range_from', 'the range overlaps another pool of the ISP', { cause: error });
    throw error;
  }
}

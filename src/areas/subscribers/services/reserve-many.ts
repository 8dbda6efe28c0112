import { type Fault, parameterFault } from '../../../core/fault.ts';
import { query, sql } from '../../../db/sql.ts';
import type { Tx } from '../../../db/tx.ts';

interface Reserving {
  readonly poolId: number | null;
  readonly input: { readonly staticip?: string | undefined };
}

/**
 * Why static addresses cannot be reserved, by the position of their service: they are not in the pool, in use, or asked for
 * twice. Locks those that can.
 */
export async function refuseTakenAddresses(
  tx: Tx,
  services: ReadonlyMap<number, Reserving>,
): Promise<Map<number, Fault>> {
  const wanted = [...services].flatMap(
    ([
      at,
      {
        poolId,
        input: { staticip: ip },
      },
    ]) => (ip === undefined || poolId === null ? [] : [{ at, poolId, ip }]),
  );
  const faults = new Map<number, Fault>();
  if (wanted.length === 0) return faults;
  const rows = await query<{ poolId: number; ip: string; free: boolean }>(
    tx,
    sql`SELECT a.pool_id AS "poolId", host(a.ip) AS ip, a.service_id IS NULL AND a.leased_to IS NULL AS free
        FROM unnest(${wanted.map(({ poolId }) => poolId)}::int[], ${wanted.map(({ ip }) => ip)}::inet[]) AS w (pool_id, ip)
        JOIN radius.ip_address a ON a.pool_id = w.pool_id AND a.ip = w.ip
        ORDER BY a.pool_id, a.ip FOR NO KEY UPDATE OF a`,
  );
  const known = new Map(rows.map(({ poolId, ip, free }) => [`${poolId} ${ip}`, free]));
  for (const { at, poolId, ip } of wanted) {
    const isFree = known.get(`${poolId} ${ip}`);
    if (isFree !== true)
      faults.set(
        at,
        parameterFault('conflict', 'staticip', `${ip} is ${isFree === false ? 'in use' : 'not in the pool'}`),
      );
    else known.set(`${poolId} ${ip}`, false);
  }
  return faults;
}

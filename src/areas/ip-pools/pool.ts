import { z } from 'zod';
import { badParameter, Fault } from '../../core/fault.ts';
import { created, type Scope } from '../../core/scope.ts';
import { reportTakenAs } from '../../core/taken-values.ts';
import { id, ipv4, ownerId, text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { problemOf } from '../../db/problem.ts';
import { execute, query, type Sql, sql } from '../../db/sql.ts';
import { optionalOwnerOfNew, ownerShape } from '../isps/owner.ts';
import { lockPool, type Pool } from './lock.ts';
import { checkRange, type Range, sizeOf, without } from './range.ts';

/** The name that stands for "no NAS address": what a blocked subscriber is put into. */
const poolName = () => text(64);

/** Contract 4.4. */
export const newPool = z.strictObject({
  ...ownerShape(),
  pool_name: poolName(),
  range_from: ipv4(),
  range_upto: ipv4(),
});

/** Makes a pool and its addresses. Returns how many it added. */
export async function createPool(tx: Tx, scope: Scope, input: z.output<typeof newPool>): Promise<number> {
  const owner = await optionalOwnerOfNew(tx, scope, input);
  const range = { from: input.range_from, upto: input.range_upto };
  checkRange(range);
  const pool = await apart(() =>
    tx.ipPool.create({
      data: { ...owner, name: input.pool_name, rangeFrom: range.from, rangeUpto: range.upto, ...created(scope) },
      select: { id: true },
    }),
  );
  return addAddresses(tx, { id: pool.id, ispId: owner.ispId }, range);
}

/** Contract 4.4: the range is extended or shrunk to the new bounds. */
export const poolChange = z.strictObject({
  pool_name: poolName(),
  ispid: id().optional(),
  resellerid: ownerId().optional(),
  new_pool_name: poolName().optional(),
  range_from: ipv4().optional(),
  range_upto: ipv4().optional(),
});

/** Renames a pool, or moves its bounds. Returns how many addresses were added or, with a new name, all that it has. */
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

/** Contract 4.4: by name alone the pool goes, with a range only a part of it. */
export const poolDeletion = z.strictObject({
  ispid: id().optional(),
  resellerid: ownerId().optional(),
  pool_name: poolName().optional(),
  range_from: ipv4().optional(),
  range_upto: ipv4().optional(),
});

export async function deletePool(tx: Tx, scope: Scope, input: z.output<typeof poolDeletion>): Promise<'done'> {
  const { range_from: from, range_upto: upto } = input;
  if ((from === undefined) !== (upto === undefined))
    throw badParameter(from === undefined ? 'range_from' : 'range_upto', 'is required with the other bound');
  const part = from === undefined || upto === undefined ? undefined : { from, upto };
  if (part) checkRange(part);
  const pool = await lockPool(tx, scope, { ...input, part });
  const left = part ? without({ from: pool.rangeFrom, upto: pool.rangeUpto }, part) : undefined;
  if (left) await moveBounds(tx, scope, { pool, range: left });
  else await removePool(tx, pool);
  return 'done';
}

/** A pool and the range it gets. */
interface Move {
  readonly pool: Pool;
  readonly range: Range;
}

/** Adds and removes addresses so that the pool has exactly the range. Returns how many it added. */
async function moveBounds(tx: Tx, scope: Scope, { pool, range }: Move): Promise<number> {
  if (range.from === pool.rangeFrom && range.upto === pool.rangeUpto) return 0;
  const outside = sql`pool_id = ${pool.id} AND (ip < ${range.from}::inet OR ip > ${range.upto}::inet)`;
  await refuseInUse(tx, outside, `the range from ${range.from} to ${range.upto}`);
  await execute(tx, sql`DELETE FROM radius.ip_address WHERE ${outside}`);
  const bounds = { rangeFrom: range.from, rangeUpto: range.upto, updatedBy: scope.by };
  await apart(() => tx.ipPool.update({ where: { id: pool.id }, data: bounds }));
  return addAddresses(tx, pool, range);
}

async function removePool(tx: Tx, pool: Pool): Promise<void> {
  await refuseInUse(tx, sql`pool_id = ${pool.id}`, `deleting pool ${pool.name}`);
  const services = await tx.service.count({ where: { ipPoolId: pool.id, deletedAt: null } });
  if (services > 0) throw new Fault('conflict', `pool ${pool.name} still has ${services} services`);
  // Deleted services no longer say where their addresses came from.
  await tx.service.updateMany({
    where: { ipPoolId: pool.id },
    data: { ipPoolId: null, staticip: null, ipAssignment: 'NAS' },
  });
  await tx.ipPool.delete({ where: { id: pool.id } });
}

/** Locks the addresses before it looks: one that is being reserved or leased meanwhile counts as in use. */
async function refuseInUse(tx: Tx, where: Sql, what: string): Promise<void> {
  const [busy] = await query<{ ip: string; total: number }>(
    tx,
    sql`WITH locked AS (SELECT ip, service_id, leased_to FROM radius.ip_address WHERE ${where} ORDER BY ip FOR UPDATE)
        SELECT host(min(ip)) AS ip, count(*)::int AS total FROM locked WHERE service_id IS NOT NULL OR leased_to IS NOT NULL`,
  );
  if (busy && busy.total > 0)
    throw new Fault('conflict', `${what} would drop ${busy.total} addresses in use, ${busy.ip} the first`);
}

const addAddresses = (tx: Tx, pool: { id: number; ispId: number }, { from, upto }: Range): Promise<number> =>
  execute(
    tx,
    sql`INSERT INTO radius.ip_address (pool_id, isp_id, ip)
        SELECT ${pool.id}::int, ${pool.ispId}::int, ${from}::inet + n FROM generate_series(0, ${upto}::inet - ${from}::inet) n
        ON CONFLICT DO NOTHING`,
  );

/** Ranges may not overlap within an ISP: the database says so, here is the sentence. */
async function apart<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = problemOf(error);
    if (problem?.kind === 'exclusion')
      throw new Fault('conflict', 'range_from: the range overlaps another pool of the ISP', { cause: error });
    throw error;
  }
}

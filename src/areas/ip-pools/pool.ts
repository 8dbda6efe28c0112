import { z } from 'zod';
import { badParameter, Fault, notFound } from '../../core/fault.ts';
import { created, owned, type Scope } from '../../core/scope.ts';
import { id, ipv4, ownerId, text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { problemOf } from '../../db/problem.ts';
import { execute, query, sql } from '../../db/sql.ts';
import { optionalOwnerOfNew, ownerShape } from '../isps/owner.ts';
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

/** Renames a pool, or moves its bounds. Returns how many addresses were added, removed or renamed. */
export async function updatePool(tx: Tx, scope: Scope, input: z.output<typeof poolChange>): Promise<number> {
  const pool = await findPool(tx, scope, input);
  const range = { from: input.range_from ?? pool.rangeFrom, upto: input.range_upto ?? pool.rangeUpto };
  checkRange(range);
  const moved = await moveBounds(tx, pool, range);
  const name = input.new_pool_name;
  if (name === undefined || name === pool.name) return moved;
  await tx.ipPool.update({ where: { id: pool.id }, data: { name, updatedBy: scope.by } });
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
  const pool =
    input.pool_name === undefined
      ? await poolAround(tx, scope, part, input)
      : await findPool(tx, scope, { ...input, pool_name: input.pool_name });
  const left = part ? without({ from: pool.rangeFrom, upto: pool.rangeUpto }, part) : undefined;
  if (left) await moveBounds(tx, pool, left);
  else await removePool(tx, pool);
  return 'done';
}

type Pool = Awaited<ReturnType<typeof findPool>>;

async function findPool(
  tx: Tx,
  scope: Scope,
  { pool_name, ispid, resellerid }: { pool_name: string; ispid?: number | undefined; resellerid?: number | undefined },
) {
  const pools = await tx.ipPool.findMany({
    where: { AND: [owned(scope), narrowed({ ispid, resellerid }), { name: pool_name }] },
    take: 2,
  });
  const [pool, other] = pools;
  if (!pool) throw notFound('pool', pool_name);
  if (other) throw badParameter('ispid', `is required: several ISPs have a pool ${pool_name}`);
  return pool;
}

async function poolAround(
  tx: Tx,
  scope: Scope,
  part: Range | undefined,
  input: z.output<typeof poolDeletion>,
): Promise<Pool> {
  if (!part) throw badParameter('pool_name', 'either pool_name or a range must be given');
  const pools = await tx.ipPool.findMany({ where: { AND: [owned(scope), narrowed(input)] } });
  const pool = pools.find(
    (candidate) =>
      sizeOf({ from: candidate.rangeFrom, upto: part.from }) > 0 &&
      sizeOf({ from: part.upto, upto: candidate.rangeUpto }) > 0,
  );
  if (!pool) throw notFound('pool with the range from', `${part.from} to ${part.upto}`);
  return pool;
}

const narrowed = ({ ispid, resellerid }: { ispid?: number | undefined; resellerid?: number | undefined }) => ({
  ...(ispid === undefined ? {} : { ispId: ispid }),
  ...(resellerid === undefined ? {} : { resellerId: resellerid === 0 ? null : resellerid }),
});

/** Adds and removes addresses so that the pool has exactly the range. Returns how many. */
async function moveBounds(tx: Tx, pool: Pool, range: Range): Promise<number> {
  if (range.from === pool.rangeFrom && range.upto === pool.rangeUpto) return 0;
  const outside = sql`pool_id = ${pool.id} AND (ip < ${range.from}::inet OR ip > ${range.upto}::inet)`;
  await refuseInUse(tx, outside, `the range from ${range.from} to ${range.upto}`);
  const removed = await execute(tx, sql`DELETE FROM radius.ip_address WHERE ${outside}`);
  await apart(() =>
    tx.ipPool.update({ where: { id: pool.id }, data: { rangeFrom: range.from, rangeUpto: range.upto } }),
  );
  return removed + (await addAddresses(tx, pool, range));
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

async function refuseInUse(tx: Tx, where: ReturnType<typeof sql>, what: string): Promise<void> {
  const [busy] = await query<{ ip: string; total: number }>(
    tx,
    sql`SELECT host(min(ip)) AS ip, count(*)::int AS total FROM radius.ip_address WHERE ${where} AND (service_id IS NOT NULL OR leased_to IS NOT NULL)`,
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

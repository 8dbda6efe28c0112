import { badParameter, type Fault, notFound } from '../../../core/fault.ts';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { join, query, type Sql, sql } from '../../../db/sql.ts';
import type { Range } from './range.ts';

export interface Pool {
  readonly id: number;
  readonly ispId: number;
  readonly name: string;
  readonly rangeFrom: string;
  readonly rangeUpto: string;
}

/** Selects a pool by its name, or else by a range within it. */
interface PoolSelector {
  readonly pool_name?: string | undefined;
  readonly part?: Range | undefined;
  readonly ispid?: number | undefined;
  readonly resellerid?: number | undefined;
}

/** The selected pool, locked before it is read. */
export async function lockPool(tx: Tx, scope: Scope, selector: PoolSelector): Promise<Pool> {
  const { missing, condition, description } = conditionOf(selector);
  const { ispid, resellerid } = selector;
  const conditions = [
    ...scopeConditions(scope, { isp: 'p.isp_id', reseller: 'p.reseller_id' }),
    ...(ispid === undefined ? [] : [sql`p.isp_id = ${ispid}`]),
    ...(resellerid === undefined ? [] : [sql`coalesce(p.reseller_id, 0) = ${resellerid}`]),
    condition,
  ];
  const [pool, other] = await query<Pool>(
    tx,
    sql`SELECT p.id, p.isp_id AS "ispId", p.name, host(p.range_from) AS "rangeFrom", host(p.range_upto) AS "rangeUpto"
        FROM radius.ip_pool p WHERE ${join(conditions, ' AND ')} ORDER BY p.id LIMIT 2 FOR UPDATE`,
  );
  if (!pool) throw missing;
  // Names and ranges are unique within an ISP.
  if (other) throw badParameter('ispid', `is required, because several ISPs have a pool ${description}`);
  return pool;
}

function conditionOf({ pool_name: name, part }: PoolSelector): { missing: Fault; condition: Sql; description: string } {
  if (name !== undefined)
    return { missing: notFound('pool', name), condition: sql`p.name = ${name}`, description: name };
  if (!part) throw badParameter('pool_name', 'give either pool_name or a range');
  return {
    missing: notFound('pool with the range', `${part.from} to ${part.upto}`),
    condition: sql`p.range_from <= ${part.from}::inet AND p.range_upto >= ${part.upto}::inet`,
    description: 'with that range',
  };
}

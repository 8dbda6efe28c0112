import { z } from 'zod';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import { count, shown } from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { ipPools } from '../../network/ip-pools/list.ts';

/** A pool with less than this share of its addresses free is shown: it is above 90 %. */
const FREE_SHARE = 10;
const MAX_POOLS = 100;

export const fullPools = z.array(z.object({ pool_name: shown(), count: count(), free: count() }));

/** The fullest first. Of each pool so many free addresses are counted as decide whether it is full, and not one more. */
export function findFullPools({ pool }: Pick<Database, 'pool'>, scope: Scope): Promise<z.output<typeof fullPools>> {
  const conditions = [...scopeConditions(scope, ipPools.scope), sql`true`];
  return query(
    pool,
    sql`SELECT p.name AS pool_name, size.count::int AS count, f.free::int AS free
        FROM radius.ip_pool p
        CROSS JOIN LATERAL (SELECT p.range_upto - p.range_from + 1 AS count) size
        CROSS JOIN LATERAL (
          SELECT count(*) AS free FROM (
            SELECT FROM radius.ip_address a WHERE a.pool_id = p.id AND a.service_id IS NULL AND a.leased_to IS NULL
            LIMIT size.count / ${FREE_SHARE}::int + 1) unused) f
        WHERE ${join(conditions, ' AND ')} AND f.free * ${FREE_SHARE}::int < size.count
        ORDER BY f.free::numeric / size.count, p.id LIMIT ${MAX_POOLS}`,
  );
}

import { z } from 'zod';
import { byIsp } from '../../../core/tenancy/by-isp.ts';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import { count, shown } from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { ipPools } from '../../network/ip-pools/list.ts';
import { nases } from '../../network/nas/list.ts';
import { isSilent } from '../../network/nas/silent.ts';
import { ALL_REJECTS } from '../../network/series/all-rejects.ts';

export const nasCount = z.object({ total: count(), silent: count() });

/** NASes that the caller sees, and how many of them are silent. */
export async function countNases(
  { pool }: Pick<Database, 'pool'>,
  scope: Scope,
  now: Date,
): Promise<z.output<typeof nasCount>> {
  const [row] = await query<z.output<typeof nasCount>>(
    pool,
    sql`SELECT count(*)::int AS total, count(*) FILTER (WHERE ${isSilent(sql`${now}::timestamptz`)})::int AS silent
        FROM radius.nas n LEFT JOIN radius.nas_tally t ON t.nas_id = n.id LEFT JOIN radius.nas_heard h ON h.nas_id = n.id
        WHERE ${join(scopeConditions(scope, nases.scope), ' AND ')}`,
  );
  return row ?? { total: 0, silent: 0 };
}

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

export const logins = z.object({ accepts: count(), rejects: count() });

const HOUR_MS = 3_600_000;

/** Answers to log-ins of the last hour, in whole minutes. Null for an Employee of some locations: they are not counted by location. */
export async function loginsOfHour(
  { pool }: Pick<Database, 'pool'>,
  scope: Scope,
  now: Date,
): Promise<z.output<typeof logins> | null> {
  if (scope.locations !== null) return null;
  const one = scope.ispId === null ? byIsp('p.isp_id', scope) : sql`p.isp_id = ${scope.ispId}`;
  const [row] = await query<z.output<typeof logins>>(
    pool,
    sql`SELECT coalesce(sum(p.accepts), 0)::int AS accepts, coalesce(sum(${ALL_REJECTS}), 0)::int AS rejects
        FROM radius.pulse p
        WHERE ${one} AND p.reseller_id = ${scope.resellerId ?? 0} AND p.minute > ${new Date(now.getTime() - HOUR_MS)}`,
  );
  return row ?? null;
}

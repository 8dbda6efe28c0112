import { z } from 'zod';
import { byIsp } from '../../../core/tenancy/by-isp.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { count } from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { ALL_REJECTS } from '../../network/series/all-rejects.ts';

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

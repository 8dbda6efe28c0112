import { z } from 'zod';
import { type Scope, scopeConditions } from '../../core/scope.ts';
import { count } from '../../core/wire/index.ts';
import type { Database } from '../../db/database.ts';
import { join, query, sql } from '../../db/sql.ts';
import { authLog } from '../sessions/auth-log.ts';
import { byIsp } from './by-isp.ts';

export const logins = z.object({ accepts: count(), rejects: count() });

const HOUR_MS = 3_600_000;

/** Answers to log-ins of the last hour. */
export async function loginsOfHour(
  { pool }: Pick<Database, 'pool'>,
  scope: Scope,
  now: Date,
): Promise<z.output<typeof logins>> {
  const conditions = [...scopeConditions(scope, authLog.scope), byIsp('x.isp_id', scope)];
  const [row] = await query<z.output<typeof logins>>(
    pool,
    sql`SELECT count(*) FILTER (WHERE x.response = 'Access-Accept')::int AS accepts,
          count(*) FILTER (WHERE x.response = 'Access-Reject')::int AS rejects
        FROM radius.auth_log x
        WHERE ${join(conditions, ' AND ')} AND x.at >= ${new Date(now.getTime() - HOUR_MS)}`,
  );
  return row ?? { accepts: 0, rejects: 0 };
}

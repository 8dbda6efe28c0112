import { z } from 'zod';
import { type Scope, scopeConditions } from '../../core/scope.ts';
import { count } from '../../core/wire/index.ts';
import type { Database } from '../../db/database.ts';
import { join, query, type Sql, sql } from '../../db/sql.ts';
import { nases } from '../nas/list.ts';
import { INTERIM_INTERVAL_S, MISSED_INTERIMS } from '../sessions/interim.ts';

export const nasCount = z.object({ total: count(), silent: count() });

/** A NAS (tally `t`) that had sessions within a day and reports none: it is down, or cannot reach this server. */
const isSilent = (now: Date): Sql =>
  sql`(t.online + t.stale > 0
    AND t.heard_at < ${now}::timestamptz - make_interval(secs => ${MISSED_INTERIMS * INTERIM_INTERVAL_S}))`;

/** NASes that the caller sees, and how many of them are silent. */
export async function countNases(
  { pool }: Pick<Database, 'pool'>,
  scope: Scope,
  now: Date,
): Promise<z.output<typeof nasCount>> {
  const [row] = await query<z.output<typeof nasCount>>(
    pool,
    sql`SELECT count(*)::int AS total, count(*) FILTER (WHERE ${isSilent(now)})::int AS silent
        FROM radius.nas n LEFT JOIN radius.nas_tally t ON t.nas_id = n.id
        WHERE ${join(scopeConditions(scope, nases.scope), ' AND ')}`,
  );
  return row ?? { total: 0, silent: 0 };
}

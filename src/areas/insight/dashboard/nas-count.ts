import { z } from 'zod';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import { count } from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { nases } from '../../network/nas/list.ts';
import { isSilent } from '../../network/nas/silent.ts';

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

import { z } from 'zod';
import { byIsp } from '../../../core/tenancy/by-isp.ts';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import { count } from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { pendingLeads } from '../../subscribers/leads/list.ts';
import { PENDING, type PendingStatus } from '../../subscribers/leads/workflow.ts';

type Stages = Record<PendingStatus, number>;

export const leadStages = z.object(
  Object.fromEntries(PENDING.map((stage) => [stage, count()])) as Record<PendingStatus, ReturnType<typeof count>>,
);

/** Pending leads by stage. Closed ones, which pile up, are not read. */
export async function countStages({ pool }: Pick<Database, 'pool'>, scope: Scope): Promise<Stages> {
  const conditions = [...scopeConditions(scope, pendingLeads.scope), byIsp('l.isp_id', scope)];
  const rows = await query<{ status: PendingStatus; count: number }>(
    pool,
    sql`SELECT l.status, count(*)::int AS count FROM crm.lead l
        WHERE ${join(conditions, ' AND ')} AND l.status = ANY(${[...PENDING]}::text[]) GROUP BY 1`,
  );
  const stages = Object.fromEntries(PENDING.map((stage) => [stage, 0])) as Stages;
  for (const { status, count } of rows) stages[status] = count;
  return stages;
}

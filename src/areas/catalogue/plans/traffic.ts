import { z } from 'zod';
import { notFound } from '../../../core/fault.ts';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { period, type TrafficGraph } from '../../network/traffic/graph.ts';
import { trafficOfPlan } from '../../network/traffic/of-plan.ts';
import { plans } from './list.ts';

export const planTraffic = z.strictObject({ id: wire.id(), period: period() });

/** Of a plan that the caller sees: one of the ISP for its resellers too. @throws Fault of kinds `notFound` and `forbidden` */
export async function readPlanTraffic(
  db: Pick<Database, 'pool'>,
  { scope, now }: { readonly scope: Scope; readonly now: Date },
  input: z.output<typeof planTraffic>,
): Promise<TrafficGraph> {
  const conditions = [...scopeConditions(scope, plans.scope), sql`p.id = ${input.id}`];
  const [plan] = await query<{ id: number; ispId: number }>(
    db.pool,
    sql`SELECT p.id, p.isp_id AS "ispId" FROM crm.plan p WHERE ${join(conditions, ' AND ')}`,
  );
  if (!plan) throw notFound('plan', input.id);
  return trafficOfPlan(db, { scope, plan }, { period: input.period, now });
}

import { Fault } from '../../../core/fault.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { graphOf, type HourOfBuckets, hoursOf, type Period, pointsOf, spanOf, type TrafficGraph } from './graph.ts';
import { BUCKET_MS } from './vocabulary.ts';

/** Sessions report every five minutes or so; what they transferred since is not known yet. */
const UNREPORTED_MS = 2 * BUCKET_MS;

/**
 * What the services of a plan have transferred, those of a reseller for a reseller. It is counted by the plan that a service had then.
 * @throws Fault `forbidden` for a caller of some locations
 */
export async function trafficOfPlan(
  { pool }: Pick<Database, 'pool'>,
  { scope, plan }: { readonly scope: Scope; readonly plan: { readonly id: number; readonly ispId: number } },
  { period, now }: { readonly period: Period; readonly now: Date },
): Promise<TrafficGraph> {
  if (scope.locations !== null)
    throw new Fault(
      'forbidden',
      'the graph of a plan covers a whole ISP or reseller; a login user limited to locations cannot see it',
    );
  const span = spanOf(period, now);
  const rows = await query<HourOfBuckets>(
    pool,
    sql`SELECT hour, array_agg(octets ORDER BY n) AS buckets
        FROM (SELECT t.hour, b.n, sum(b.octets)::float8 AS octets
          FROM radius.plan_traffic_hour t, unnest(t.buckets) WITH ORDINALITY AS b (octets, n)
          WHERE t.isp_id = ${plan.ispId} AND t.plan_id = ${plan.id} AND t.hour = ANY(${hoursOf(span)}::int[])
            AND (${scope.resellerId}::int IS NULL OR t.reseller_id = ${scope.resellerId}::int)
          GROUP BY 1, 2) sums
        GROUP BY 1 ORDER BY 1`,
  );
  return graphOf(span, pointsOf(rows, span, now.getTime() - UNREPORTED_MS));
}

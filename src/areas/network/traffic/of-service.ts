import type { Database } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { graphOf, type HourOfBuckets, hoursOf, type Period, pointsOf, spanOf, type TrafficGraph } from './graph.ts';
import { TRAFFIC_CHANNEL } from './vocabulary.ts';

/** A service that the caller sees. */
interface Of {
  readonly id: number;
  readonly ispId: number;
}

/**
 * What a service has transferred. The nodes are told to write what they have of it in memory, for the next question; nobody waits for
 * that. While a session is open, steps after its last report are not known yet.
 */
export async function trafficOfService(
  { pool }: Pick<Database, 'pool'>,
  { id, ispId }: Of,
  { period, now }: { readonly period: Period; readonly now: Date },
): Promise<TrafficGraph> {
  const span = spanOf(period, now);
  const [rows, [open]] = await Promise.all([
    query<HourOfBuckets>(
      pool,
      sql`SELECT t.hour, t.buckets FROM radius.traffic_hour t
          WHERE t.isp_id = ${ispId} AND t.hour = ANY(${hoursOf(span)}::int[]) AND t.service_id = ${id} ORDER BY t.hour`,
    ),
    query<{ reported: Date | null }>(
      pool,
      sql`SELECT min(x.updated_at) AS reported FROM radius.session x WHERE x.service_id = ${id} AND x.ended_at IS NULL`,
    ),
    execute(
      pool,
      sql`SELECT set_config('synchronous_commit', 'off', true), pg_notify(${TRAFFIC_CHANNEL}, ${String(id)})`,
    ),
  ]);
  return graphOf(span, pointsOf(rows, span, open?.reported?.getTime() ?? now.getTime()));
}

import { join, type Sql, sql } from '../../../db/sql.ts';

/** Which services of an ISP an incident concerns: those that meet all of what is not null or empty. */
export interface Filter {
  readonly locationCode: string | null;
  readonly nasId: number | null;
  readonly ofResellerId: number | null;
  readonly planId: number | null;
  readonly ipPoolId: number | null;
  readonly serviceIds: readonly number[];
}

/** How long after its last session a service still counts as one of the NAS. */
const NAS_DAYS = 7;
/** A session that began earlier and ended within these days is not looked for: each month is a table of its own. */
const LONGEST_DAYS = 62;

/** One that has not begun cannot lose anything. */
const begun = sql`s.status IN ('Active', 'NP', 'NPD', 'Suspend')`;

/** Conditions on a service `s`. */
export function concernedBy(ispId: number, filter: Filter): Sql {
  const { locationCode, nasId, ofResellerId, planId, ipPoolId, serviceIds } = filter;
  const conditions = [sql`s.isp_id = ${ispId} AND s.deleted_at IS NULL AND ${begun}`];
  if (locationCode !== null) conditions.push(sql`s.location_code = ${locationCode}`);
  if (ofResellerId !== null) conditions.push(sql`s.reseller_id = ${ofResellerId}`);
  if (planId !== null) conditions.push(sql`s.plan_id = ${planId}`);
  if (ipPoolId !== null) conditions.push(sql`s.ip_pool_id = ${ipPoolId}`);
  if (serviceIds.length > 0) conditions.push(sql`s.id = ANY(${[...serviceIds]}::int[])`);
  if (nasId !== null) conditions.push(sql`s.id IN (${ofNas(ispId, nasId)})`);
  return join(conditions, ' AND ');
}

/**
 * The services whose open session, or else the last one of these days, is on the NAS. Sessions of the last day are in one table,
 * and most services have one there; only the others are looked up in the log, each by its index.
 */
const ofNas = (ispId: number, nasId: number): Sql =>
  sql`SELECT c.service_id FROM (
      SELECT x.service_id, bool_or(x.ended_at IS NULL) AS is_open,
        coalesce(max(x.started_at) FILTER (WHERE x.ended_at IS NULL), max(x.started_at)) AS started_at
      FROM radius.session x WHERE x.nas_id = ${nasId} AND x.isp_id = ${ispId} AND x.service_id IS NOT NULL GROUP BY 1
    ) c
    WHERE NOT EXISTS (SELECT FROM radius.session y WHERE y.service_id = c.service_id AND y.ended_at IS NULL
        AND y.nas_id <> ${nasId} AND (NOT c.is_open OR y.started_at > c.started_at))
      AND (c.is_open OR NOT EXISTS (SELECT FROM radius.session y WHERE y.service_id = c.service_id AND y.ended_at IS NOT NULL
        AND y.nas_id <> ${nasId} AND y.started_at > c.started_at))
    UNION ALL
    SELECT k.id FROM crm.service k
    WHERE k.isp_id = ${ispId} AND k.deleted_at IS NULL AND k.status <> 'NewRequest'
      AND NOT EXISTS (SELECT FROM radius.session x WHERE x.service_id = k.id AND x.isp_id = ${ispId})
      AND (SELECT CASE WHEN g.ended_at > now() - make_interval(days => ${NAS_DAYS}) THEN g.nas_id END
        FROM radius.session_log g
        WHERE g.service_id = k.id AND g.started_at > now() - make_interval(days => ${LONGEST_DAYS})
        ORDER BY g.started_at DESC LIMIT 1) = ${nasId}`;

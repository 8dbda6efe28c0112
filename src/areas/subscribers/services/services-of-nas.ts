import { type Sql, sql } from '../../../db/sql.ts';

/** How long after its last session a service still counts as one of the NAS. */
const NAS_DAYS = 7;
/** A session that began earlier and ended within these days is not looked for: each month is a table of its own. */
const LONGEST_DAYS = 62;

/**
 * The ids of the services of an ISP whose open session, or else the last one of seven days, is on the NAS. Sessions of the last day
 * are in one table, and most services have one there; only the others are looked up in the log, each by its index.
 */
export const servicesOfNas = (ispId: Sql, nasId: number): Sql =>
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

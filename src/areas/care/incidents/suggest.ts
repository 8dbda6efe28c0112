import type { Kernel } from '../../../core/kernel.ts';
import { execute, type Sql, sql } from '../../../db/sql.ts';

/** Fewer are lost on any day. */
const MIN_SESSIONS = 10;
/** Of the sessions of a location, within these minutes. */
const LOST_SHARE = 0.3;
const LOST_MINUTES = 5;
/** What was dismissed or resolved at a location is not suggested again so soon. */
const QUIET_HOURS = 6;

/**
 * Suggests incidents for NASes that have gone silent with sessions, and for locations that have lost many of theirs at once.
 * Subscribers are told of nothing before somebody opens it.
 */
export async function suggestIncidents({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await execute(db.pool, suggestingNases);
  await execute(db.pool, suggestingLocations(now));
}

const notFrozen = (isp: Sql): Sql => sql`NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = ${isp})`;

/** Once for each silence, whatever became of the suggestion. It began when the NAS was heard last. */
const suggestingNases: Sql = sql`INSERT INTO crm.incident (isp_id, kind, status, source, title, nas_id, starts_at)
    SELECT n.isp_id, 'Outage', 'Suggested', 'Nas', left('NAS ' || n.name || ' is silent', 200), n.id,
      least(coalesce(t.heard_at, t.silent_since), t.silent_since)
    FROM radius.nas_tally t JOIN radius.nas n ON n.id = t.nas_id
    WHERE t.silent_since IS NOT NULL AND t.online + t.stale >= ${MIN_SESSIONS} AND n.deleted_at IS NULL
      AND ${notFrozen(sql`n.isp_id`)}
      AND NOT EXISTS (SELECT FROM crm.incident i WHERE i.isp_id = n.isp_id AND i.nas_id = n.id
        AND (i.status IN ('Suggested', 'Planned', 'Open', 'Monitoring')
          OR greatest(i.created_at, i.updated_at) >= t.silent_since))
    ON CONFLICT DO NOTHING`;

/** Sessions that ended and were not followed by another one, next to those that are open. What is known already is not lost. */
const suggestingLocations = (now: Date): Sql =>
  sql`INSERT INTO crm.incident (isp_id, kind, status, source, title, location_code, starts_at)
    SELECT l.isp_id, 'Outage', 'Suggested', 'Location', left('Sessions lost at ' || l.location_code, 200), l.location_code, l.lost_from
    FROM (
      SELECT s.isp_id, s.location_code, count(DISTINCT s.id) AS lost, min(x.ended_at) AS lost_from
      FROM radius.session x JOIN crm.service s ON s.id = x.service_id
      WHERE x.ended_at > ${now}::timestamptz - make_interval(mins => ${LOST_MINUTES}) AND s.deleted_at IS NULL
        AND s.status IN ('Active', 'NP')
        AND NOT EXISTS (SELECT FROM radius.session o WHERE o.service_id = s.id AND o.ended_at IS NULL)
        AND NOT EXISTS (SELECT FROM crm.incident_service h WHERE h.service_id = s.id AND h.upto_at IS NULL)
      GROUP BY 1, 2 HAVING count(DISTINCT s.id) >= ${MIN_SESSIONS}
    ) l
    WHERE ${notFrozen(sql`l.isp_id`)}
      AND l.lost >= ${LOST_SHARE}::numeric * (l.lost + (SELECT count(*) FROM crm.service s WHERE s.isp_id = l.isp_id
        AND s.location_code = l.location_code AND s.deleted_at IS NULL
        AND EXISTS (SELECT FROM radius.session o WHERE o.service_id = s.id AND o.ended_at IS NULL)))
      AND NOT EXISTS (SELECT FROM crm.incident i WHERE i.isp_id = l.isp_id AND i.location_code = l.location_code
        AND (i.status IN ('Suggested', 'Planned', 'Open', 'Monitoring')
          OR greatest(i.created_at, i.updated_at) >= ${now}::timestamptz - make_interval(hours => ${QUIET_HOURS})))
    ON CONFLICT DO NOTHING`;

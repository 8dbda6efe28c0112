import type { Kernel } from '../../../core/kernel.ts';
import { count } from '../../../core/work/counting.ts';
import { sql } from '../../../db/sql.ts';

/**
 * Counts the sessions of each NAS, open ones and those of the last day that it stopped reporting. One scan of `radius.session`,
 * which may have a session of a NAS that has moved to another installation: a record that waited in a journal meanwhile.
 */
export function countSessions(kernel: Pick<Kernel, 'db' | 'clock'>): Promise<void> {
  return count(kernel, 'sessions', () => COUNT);
}

const COUNT = sql`
  WITH counted AS MATERIALIZED (
    SELECT x.nas_id, x.isp_id, count(*) FILTER (WHERE x.ended_at IS NULL)::int AS online,
      count(*) FILTER (WHERE x.terminate_cause = 'Stale')::int AS stale, max(x.updated_at) AS heard_at
    FROM radius.session x GROUP BY 1, 2
  ), gone AS (
    DELETE FROM radius.nas_tally t WHERE NOT EXISTS (SELECT FROM counted c WHERE c.nas_id = t.nas_id)
  )
  INSERT INTO radius.nas_tally AS t (nas_id, isp_id, online, stale, heard_at)
  SELECT * FROM counted c WHERE EXISTS (SELECT FROM radius.nas n WHERE n.id = c.nas_id)
  ON CONFLICT (nas_id) DO UPDATE
    SET online = excluded.online, stale = excluded.stale, heard_at = excluded.heard_at
    WHERE (t.online, t.stale, t.heard_at) IS DISTINCT FROM (excluded.online, excluded.stale, excluded.heard_at)`;

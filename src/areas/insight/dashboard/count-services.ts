import type { Kernel } from '../../../core/kernel.ts';
import { count } from '../../../core/work/counting.ts';
import { sql } from '../../../db/sql.ts';

/**
 * Counts the services of the installation by owner and location: by status, online, and owing. One scan of the services and one
 * of the open sessions, whatever the number of screens that show the counts; only rows that differ are written.
 */
export function countServices(kernel: Pick<Kernel, 'db' | 'clock'>): Promise<void> {
  return count(kernel, 'services', () => COUNT);
}

const status = (name: string) => sql`count(*) FILTER (WHERE s.status = ${name})::int`;

const COUNT = sql`
  WITH open AS MATERIALIZED (
    SELECT DISTINCT x.service_id FROM radius.session x WHERE x.ended_at IS NULL AND x.service_id IS NOT NULL
  ), counted AS MATERIALIZED (
    SELECT s.isp_id, coalesce(s.reseller_id, 0) AS reseller_id, s.location_code, s.sub_location_code,
      ${status('Active')} AS active, ${status('NP')} AS np, ${status('NPD')} AS npd, ${status('Suspend')} AS suspend,
      ${status('NewRequest')} AS new_request, count(o.service_id)::int AS online,
      count(*) FILTER (WHERE s.os_amt > 0)::int AS owing, coalesce(sum(s.os_amt) FILTER (WHERE s.os_amt > 0), 0) AS owed
    FROM crm.service s LEFT JOIN open o ON o.service_id = s.id
    WHERE s.deleted_at IS NULL
    GROUP BY 1, 2, 3, 4
  ), gone AS (
    DELETE FROM crm.service_tally t
    WHERE NOT EXISTS (
      SELECT FROM counted c
      WHERE c.isp_id = t.isp_id AND c.reseller_id = t.reseller_id
        AND c.location_code = t.location_code AND c.sub_location_code = t.sub_location_code)
  )
  INSERT INTO crm.service_tally AS t (isp_id, reseller_id, location_code, sub_location_code, active, np, npd, suspend,
    new_request, online, owing, owed)
  SELECT * FROM counted
  ON CONFLICT (isp_id, reseller_id, location_code, sub_location_code) DO UPDATE
    SET active = excluded.active, np = excluded.np, npd = excluded.npd, suspend = excluded.suspend,
      new_request = excluded.new_request, online = excluded.online, owing = excluded.owing, owed = excluded.owed
    WHERE (t.active, t.np, t.npd, t.suspend, t.new_request, t.online, t.owing, t.owed) IS DISTINCT FROM
      (excluded.active, excluded.np, excluded.npd, excluded.suspend, excluded.new_request, excluded.online, excluded.owing,
        excluded.owed)`;

import { type Sql, sql } from '../../../../db/sql.ts';
import { ALL_REJECTS } from '../../series/all-rejects.ts';
import { type Round, signOf } from './sign.ts';

const MIN_REJECTS = 20;
const TIMES_USUAL = 3;
const DAYS = 14;
const MIN_DAYS = 3;

/**
 * An ISP that refused three times as many log-ins within an hour as it usually does at this time of the day: how many, and how many
 * it usually refuses. Usual is the median of 14 days. The last sixty minutes reach into two hours of the clock, so the larger counts.
 */
export const rejects = ({ now }: Round): Sql => sql`
  SELECT ${signOf('rejects', sql`hour.isp_id`, { measured: sql`hour.rejects`, comparedTo: sql`round(usual.rejects)` })}
  FROM (
      SELECT p.isp_id, sum(${ALL_REJECTS}) AS rejects FROM radius.pulse p
      WHERE p.reseller_id = 0 AND p.minute > ${now}::timestamptz - make_interval(hours => 1)
      GROUP BY 1 HAVING sum(${ALL_REJECTS}) >= ${MIN_REJECTS}::int
    ) hour
    JOIN crm.isp_setting i ON i.isp_id = hour.isp_id
    CROSS JOIN LATERAL (SELECT date_trunc('hour', ${now}::timestamptz AT TIME ZONE i.timezone) AS hour) wall
    CROSS JOIN LATERAL (
      SELECT count(*) AS days, percentile_cont(0.5) WITHIN GROUP (ORDER BY of_day.rejects) AS rejects
      FROM generate_series(1, ${DAYS}::int) AS d (days_ago)
        CROSS JOIN LATERAL (SELECT (wall.hour - make_interval(days => d.days_ago)) AT TIME ZONE i.timezone AS hour) at
        CROSS JOIN LATERAL (
          SELECT coalesce(max(${ALL_REJECTS}), 0) AS rejects FROM radius.pulse_hour p
          WHERE p.isp_id = hour.isp_id AND p.reseller_id = 0 AND p.hour IN (at.hour, at.hour - interval '1 hour')) of_day
      WHERE at.hour >= (SELECT min(f.hour) FROM radius.pulse_hour f WHERE f.isp_id = hour.isp_id AND f.reseller_id = 0)
    ) usual
  WHERE usual.days >= ${MIN_DAYS}::int AND hour.rejects >= ${TIMES_USUAL}::int * usual.rejects`;

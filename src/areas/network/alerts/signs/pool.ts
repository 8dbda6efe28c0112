import { type Sql, sql } from '../../../../db/sql.ts';
import { type Round, signOf } from './sign.ts';

/** A line through a month of days says nothing about next year. */
const AHEAD_DAYS = 90;

/**
 * A pool with no free address, or none left within 90 days if it goes on as it did: how many addresses were in use today, and of how
 * many; the day on which the last is taken, null if it is already. A pool whose addresses are all reserved is meant to be full.
 */
export const pool = ({ now }: Round): Sql => sql`
  SELECT ${signOf('pool', 'p', {
    measured: sql`k.used`,
    comparedTo: sql`size.count`,
    fullOn: sql`CASE WHEN NOT whole.is_full THEN k.day + greatest(ceil((size.count - k.level) / k.slope), 1)::int END`,
  })}
  FROM radius.ip_pool p
    JOIN crm.isp_setting i ON i.isp_id = p.isp_id
    JOIN radius.pool_peak k ON k.pool_id = p.id AND k.day = (${now}::timestamptz AT TIME ZONE i.timezone)::date
    CROSS JOIN LATERAL (SELECT p.range_upto - p.range_from + 1 AS count) size
    CROSS JOIN LATERAL (
      SELECT NOT EXISTS (
          SELECT FROM radius.ip_address a WHERE a.pool_id = p.id AND a.service_id IS NULL AND a.leased_to IS NULL)
        AND EXISTS (SELECT FROM radius.ip_address a WHERE a.pool_id = p.id AND a.service_id IS NULL) AS is_full) whole
  WHERE whole.is_full OR k.slope > 0 AND size.count - k.level <= k.slope * ${AHEAD_DAYS}::int`;

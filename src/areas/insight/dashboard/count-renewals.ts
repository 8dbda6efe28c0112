import type { Kernel } from '../../../core/kernel.ts';
import { count } from '../../../core/work/counting.ts';
import { addDays } from '../../../core/zone.ts';
import { sql } from '../../../db/sql.ts';

/** Days ahead that `dashboard.due` shows. */
export const DAYS_AHEAD = 7;

/**
 * Counts the services whose validity ends within the coming days, by owner, location and day, with what the next period costs:
 * the price of the sub plan they will have, less their discount, before taxes. A day more on both sides, for every time zone.
 */
export function countRenewals(kernel: Pick<Kernel, 'db' | 'clock'>): Promise<void> {
  return count(kernel, 'renewals', (at) => {
    const today = at.toISOString().slice(0, 10);
    return renewals(addDays(today, -1), addDays(today, DAYS_AHEAD + 1));
  });
}

/** What the next period of a service `s` with the sub plan `b` costs, before taxes. */
export const NEXT_PRICE = sql`greatest(round(b.price * (100 - s.discount_percent) / 100, 2) - s.discount_amt, 0)`;

const renewals = (from: string, upto: string) => sql`
  WITH counted AS MATERIALIZED (
    SELECT s.isp_id, s.valid_upto AS day, coalesce(s.reseller_id, 0) AS reseller_id, s.location_code, s.sub_location_code,
      count(*)::int AS services,
      sum(${NEXT_PRICE}) AS amt
    FROM crm.service s
    LEFT JOIN crm.plan_change c ON c.service_id = s.id AND c.status = 'Pending'
    JOIN crm.sub_plan b ON b.id = coalesce(c.sub_plan_id, s.sub_plan_id)
    WHERE s.deleted_at IS NULL AND s.status IN ('Active', 'NP') AND s.valid_upto BETWEEN ${from}::date AND ${upto}::date
    GROUP BY 1, 2, 3, 4, 5
  ), gone AS (
    DELETE FROM crm.renewal_tally t
    WHERE NOT EXISTS (
      SELECT FROM counted c
      WHERE c.isp_id = t.isp_id AND c.day = t.day AND c.reseller_id = t.reseller_id
        AND c.location_code = t.location_code AND c.sub_location_code = t.sub_location_code)
  )
  INSERT INTO crm.renewal_tally AS t (isp_id, day, reseller_id, location_code, sub_location_code, services, amt)
  SELECT * FROM counted
  ON CONFLICT (isp_id, day, reseller_id, location_code, sub_location_code) DO UPDATE
    SET services = excluded.services, amt = excluded.amt
    WHERE (t.services, t.amt) IS DISTINCT FROM (excluded.services, excluded.amt)`;

import { type Sql, sql } from '../../../db/sql.ts';
import type { TrafficRow } from './hour-rows.ts';
import type { PlanTrafficRow } from './plan-traffic.ts';

/** An array of PostgreSQL. Octets are whole, and shares of them are not; a graph needs no fractions. */
const arrayOf = (buckets: readonly number[]): string => `{${buckets.map(Math.round).join(',')}}`;

/** Hours that an ISP keeps, as of the hour `now`; none if it has no graphs. */
const isKept = (now: number): Sql => sql`r.hour > ${now}::int - 24 * i.traffic_history_days`;

/**
 * The ISP is that of the service, whatever memory says. In the order of the keys, so that two nodes do not wait for each other. What is
 * of a service that has moved to another installation is left out.
 */
export function rowStatement(rows: readonly TrafficRow[], now: number): Sql {
  return sql`
    INSERT INTO radius.traffic_hour AS t (isp_id, hour, service_id, buckets)
    SELECT s.isp_id, r.hour, s.id, r.buckets::real[]
    FROM unnest(${rows.map(({ serviceId }) => serviceId)}::int[], ${rows.map(({ hour }) => hour)}::int[],
        ${rows.map(({ buckets }) => arrayOf(buckets))}::text[]) AS r (service_id, hour, buckets)
      JOIN crm.service s ON s.id = r.service_id JOIN crm.isp_setting i ON i.isp_id = s.isp_id
    WHERE ${isKept(now)}
    ORDER BY 1, 2, 3
    ON CONFLICT (isp_id, hour, service_id) DO UPDATE SET buckets = radius.sum_of_buckets(t.buckets, excluded.buckets)`;
}

export function planStatement(rows: readonly PlanTrafficRow[], now: number): Sql {
  return sql`
    INSERT INTO radius.plan_traffic_hour AS t (isp_id, plan_id, reseller_id, hour, buckets)
    SELECT p.isp_id, p.id, r.reseller_id, r.hour, r.buckets::real[]
    FROM unnest(${rows.map(({ planId }) => planId)}::int[], ${rows.map(({ resellerId }) => resellerId)}::int[],
        ${rows.map(({ hour }) => hour)}::int[], ${rows.map(({ buckets }) => arrayOf(buckets))}::text[])
        AS r (plan_id, reseller_id, hour, buckets)
      JOIN crm.plan p ON p.id = r.plan_id JOIN crm.isp_setting i ON i.isp_id = p.isp_id
    WHERE ${isKept(now)}
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (isp_id, plan_id, reseller_id, hour)
      DO UPDATE SET buckets = radius.sum_of_buckets(t.buckets, excluded.buckets)`;
}

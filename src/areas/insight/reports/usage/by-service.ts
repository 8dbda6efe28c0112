import { type Sql, sql } from '../../../../db/sql.ts';
import { named, plain, summed } from '../columns.ts';
import { DAYS, PARAMETERS } from '../parameters.ts';
import type { ReportCall } from '../report.ts';
import { sqlReport } from '../sql-report.ts';
import { gigabytes, ofVolumes, served, VOLUMES } from './volumes.ts';

interface Days {
  readonly from: string;
  readonly to: string;
}

/** Volume `d` by service and day, of archived months too: a day is in one of them only. */
const dailyUsage = (call: ReportCall, { from, to }: Days): Sql => sql`(
    SELECT u.service_id, u.in_bytes, u.out_bytes FROM radius.daily_usage u WHERE u.day BETWEEN ${from}::date AND ${to}::date
    UNION ALL
    SELECT u.service_id, u.in_bytes, u.out_bytes FROM crm_archive.usage_day u WHERE u.day BETWEEN ${from}::date AND ${to}::date) d
  JOIN crm.service s ON s.id = d.service_id AND ${served(call)}`;

const perService = (call: ReportCall, days: Days): Sql => sql`
  SELECT d.service_id, sum(d.in_bytes) AS in_bytes, sum(d.out_bytes) AS out_bytes FROM ${dailyUsage(call, days)} GROUP BY 1`;

export const usageByPlan = sqlReport({
  ...ofVolumes,
  name: 'usage_by_plan',
  title: 'Usage by plan',
  description: 'Volume of those days, from accounting, by the present plans of the services. A gigabyte is 2^30 bytes.',
  columns: {
    planid: named('plan', plain('id', 'Plan id')),
    plan: plain('text', 'Plan'),
    services: summed('count', 'Services'),
    ...VOLUMES,
  },
  chart: { by: 'plan', of: ['dl_gb', 'ul_gb'] },
  sql: (call, days) => sql`
    SELECT p.id AS planid, p.name AS plan, count(*)::int AS services, ${gigabytes(sql`u.out_bytes`)} AS dl_gb,
      ${gigabytes(sql`u.in_bytes`)} AS ul_gb
    FROM (${perService(call, days)}) u JOIN crm.service s ON s.id = u.service_id JOIN crm.plan p ON p.id = s.plan_id
    GROUP BY p.id`,
  order: sql`dl_gb DESC, planid`,
});

export const topUsers = sqlReport({
  ...ofVolumes,
  name: 'top_users',
  title: 'Top users',
  description:
    'The services with the most volume on those days, download and upload together. A gigabyte is 2^30 bytes.',
  parameters: { ...DAYS, top: PARAMETERS.top.default(50) },
  columns: {
    serviceid: named('username', plain('id', 'Service id')),
    username: plain('text', 'Username'),
    plan: plain('text', 'Plan'),
    ...VOLUMES,
  },
  chart: { by: 'username', of: ['dl_gb', 'ul_gb'] },
  sql: (call, { top, ...days }) => sql`
    SELECT s.id AS serviceid, s.username, p.name AS plan, round(u.out_bytes / 1073741824.0, 3) AS dl_gb,
      round(u.in_bytes / 1073741824.0, 3) AS ul_gb
    FROM (SELECT * FROM (${perService(call, days)}) x ORDER BY x.in_bytes + x.out_bytes DESC, x.service_id LIMIT ${top}) u
    JOIN crm.service s ON s.id = u.service_id JOIN crm.plan p ON p.id = s.plan_id`,
  order: sql`dl_gb + ul_gb DESC, serviceid`,
});

export const usageBySubscriber = sqlReport({
  ...ofVolumes,
  name: 'usage_by_subscriber',
  title: 'Usage by subscriber',
  description: 'Volume of those days by service, from accounting. A gigabyte is 2^30 bytes.',
  columns: {
    serviceid: named('username', plain('id', 'Service id')),
    username: plain('text', 'Username'),
    plan: plain('text', 'Plan'),
    ...VOLUMES,
  },
  sql: (call, days) => sql`
    SELECT s.id AS serviceid, s.username, p.name AS plan, round(u.out_bytes / 1073741824.0, 3) AS dl_gb,
      round(u.in_bytes / 1073741824.0, 3) AS ul_gb
    FROM (${perService(call, days)}) u JOIN crm.service s ON s.id = u.service_id JOIN crm.plan p ON p.id = s.plan_id`,
  order: sql`serviceid`,
});

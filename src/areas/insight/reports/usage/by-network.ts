import { scopeConditions } from '../../../../core/tenancy/scope.ts';
import { endOfDay, startOfDay } from '../../../../core/zone.ts';
import { join, type Sql, sql } from '../../../../db/sql.ts';
import { named, plain, summed } from '../columns.ts';
import { sqlReport } from '../sql-report.ts';
import { gigabytes, ofVolumes, served, VOLUMES } from './volumes.ts';

export const usageByNas = sqlReport({
  ...ofVolumes,
  name: 'usage_by_nas',
  title: 'Usage by NAS',
  description:
    'Sessions that began on those days, with their whole volume until now, by NAS. A session of several days counts on its first day, so the sums differ from volumes by day. A gigabyte is 2^30 bytes.',
  columns: {
    nasid: named('nas', plain('id', 'NAS id')),
    nas: plain('text', 'NAS'),
    sessions: summed('count', 'Sessions'),
    services: plain('count', 'Services'),
    ...VOLUMES,
  },
  chart: { by: 'nas', of: ['dl_gb', 'ul_gb'] },
  sql: (call, { from, to }) => {
    const { zone, scope } = call;
    const own = join(scopeConditions(scope, { isp: 'x.isp_id', reseller: 'x.reseller_id' }), ' AND ');
    const columns = sql`x.nas_id, x.service_id, x.in_bytes, x.out_bytes`;
    const of = (table: Sql) => sql`
      SELECT ${columns} FROM ${table} x ${scope.locations === null ? sql`` : sql`JOIN crm.service s ON s.id = x.service_id AND ${served(call)}`}
      WHERE ${own} AND x.started_at >= ${startOfDay(from, zone)} AND x.started_at < ${endOfDay(to, zone)}`;
    return sql`
      SELECT n.id AS nasid, n.name AS nas, count(*)::int AS sessions, count(DISTINCT x.service_id)::int AS services,
        ${gigabytes(sql`x.out_bytes`)} AS dl_gb, ${gigabytes(sql`x.in_bytes`)} AS ul_gb
      FROM (${of(sql`radius.session_all`)} UNION ALL ${of(sql`crm_archive.session_log`)}) x JOIN radius.nas n ON n.id = x.nas_id
      GROUP BY n.id`;
  },
  order: sql`dl_gb DESC, nasid`,
});

export const usageByHour = sqlReport({
  ...ofVolumes,
  name: 'usage_by_hour',
  title: 'Usage by hour',
  description:
    'The hours of the day in the ISP’s time zone, over those days: the volume, and the highest number of services online. Based on the hours of `series/read`, which cover a whole ISP or reseller for 400 days. A gigabyte is 2^30 bytes.',
  columns: { hour: plain('count', 'Hour'), online: plain('count', 'Most online'), ...VOLUMES },
  chart: { by: 'hour', of: ['dl_gb', 'ul_gb'] },
  wholeOnly: 'hours cover a whole ISP or reseller; a login user limited to locations cannot see them',
  sql: ({ scope, zone }, { from, to }) => sql`
      SELECT extract(hour FROM p.hour AT TIME ZONE ${zone})::int AS hour, max(p.online) AS online,
        ${gigabytes(sql`p.down`)} AS dl_gb, ${gigabytes(sql`p.up`)} AS ul_gb
      FROM radius.pulse_hour p
      WHERE p.isp_id = ${scope.ispId} AND p.reseller_id = ${scope.resellerId ?? 0}
        AND p.hour >= ${startOfDay(from, zone)} AND p.hour < ${endOfDay(to, zone)}
      GROUP BY 1`,
  order: sql`hour`,
});

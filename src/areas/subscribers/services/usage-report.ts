import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import { rowOf, selectList } from '../../../core/list/index.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { endOfDay, startOfDay } from '../../../core/zone.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, type Sql, sql } from '../../../db/sql.ts';
import { sessionLog } from '../../network/sessions/session-log.ts';
import { findService } from './find.ts';

/** Contract 4.14 and 8. */
export const usageReportInput = z.strictObject({
  serviceid: wire.id(),
  report_format: wire.oneOf(['detailed', 'day_wise_summary', 'month_wise_summary', 'year_wise_summary']),
  source: wire.oneOf(['recent', 'archive']),
  date_from: wire.ymd(),
  date_upto: wire.ymd(),
  nas: wire.ipv4().optional(),
  mac: wire.mac().optional(),
  ip: wire.ipv4().optional(),
});

/** Sessions in a detailed report; days (`2026-11-21`), months (`2026-11`) or years (`2026`) in a summary. */
export const usageReportRow = z.object({
  period: wire.shown().optional(),
  ...rowOf(sessionLog.columns).partial().shape,
  duration: wire.amount(),
  ul_mb: wire.decimal({ places: 2 }),
  dl_mb: wire.decimal({ places: 2 }),
});

type Input = z.output<typeof usageReportInput>;
type Row = z.output<typeof usageReportRow>;
type Reads = Pick<Database, 'pool' | 'prisma' | 'history'>;

const MAX_DAYS = { recentDetail: 100, other: 1100 } as const;

function checkRange({ report_format, source, date_from, date_upto }: Input): void {
  const days = (Date.parse(date_upto) - Date.parse(date_from)) / 86_400_000 + 1;
  if (days < 1) throw badParameter('date_upto', 'must not be before date_from');
  const max = report_format === 'detailed' && source === 'recent' ? MAX_DAYS.recentDetail : MAX_DAYS.other;
  if (days > max) throw badParameter('date_upto', `must be at most ${max} days from date_from, counting both`);
}

/** The usage of a service: its sessions, or sums by day, month or year of the ISP's calendar. */
export async function usageReport(
  db: Reads,
  { scope, zone }: { scope: Scope; zone: string },
  input: Input,
): Promise<Row[]> {
  checkRange(input);
  const service = await findService(db.pool, scope, input.serviceid);
  const statement = input.report_format === 'detailed' ? detail(service.id, zone, input) : summary(service.id, input);
  return db.history((pool) => query<Row>(pool, statement));
}

const SESSIONS = { recent: sql`radius.session_all`, archive: sql`crm_archive.session_log` } as const;
const DAYS = { recent: sql`radius.daily_usage`, archive: sql`crm_archive.usage_day` } as const;

function detail(serviceId: number, zone: string, { source, date_from, date_upto, nas, mac, ip }: Input): Sql {
  const conditions = [
    sql`x.service_id = ${serviceId}`,
    sql`x.started_at >= ${startOfDay(date_from, zone)}`,
    sql`x.started_at < ${endOfDay(date_upto, zone)}`,
    ...(nas === undefined ? [] : [sql`x.nas_ip = ${nas}`]),
    ...(mac === undefined ? [] : [sql`x.mac = ${mac}`]),
    ...(ip === undefined ? [] : [sql`x.ip = ${ip}`]),
  ];
  return sql`SELECT ${selectList(sessionLog.columns)} FROM ${SESSIONS[source]} x WHERE ${join(conditions, ' AND ')} ORDER BY x.started_at, x.id`;
}

const PERIOD = {
  day_wise_summary: 'YYYY-MM-DD',
  month_wise_summary: 'YYYY-MM',
  year_wise_summary: 'YYYY',
} as const;

function summary(serviceId: number, { report_format, source, date_from, date_upto }: Input): Sql {
  const format = report_format === 'detailed' ? PERIOD.day_wise_summary : PERIOD[report_format];
  return sql`SELECT to_char(d.day, ${format}) AS period, sum(d.seconds)::bigint AS duration,
      round(sum(d.in_bytes) / 1048576.0, 2) AS ul_mb, round(sum(d.out_bytes) / 1048576.0, 2) AS dl_mb
    FROM ${DAYS[source]} d
    WHERE d.service_id = ${serviceId} AND d.day BETWEEN ${date_from}::date AND ${date_upto}::date
    GROUP BY 1 ORDER BY 1`;
}
